import {
  type BodyOf,
  clientCount,
  clientImportCheck,
  clientImportRun,
  clientList,
  clientSet,
  type Endpoint,
  networkSet,
  siteGet,
  siteImportCheck,
  siteImportRun,
  siteList,
  siteSet,
  stationGet,
  stationImportCheck,
  stationImportRun,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SimulatedStation } from '@stationmaster/simulator'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('importer')
})
afterAll(() => server.close())

type ImportBody = BodyOf<typeof clientImportRun>
const file = (content: string | Buffer): ImportBody => ({ data: Buffer.from(content).toString('base64') })

/** Returns the list of one object as a file with all fields, as the console exports it. */
async function exported(list: Endpoint, id: string, format: 'csv' | 'xlsx'): Promise<ImportBody> {
  const response = await fetch(`${server.url}/api/v1${list.path}?format=${format}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { id } }),
  })
  expect(response.status).toBe(200)
  return file(Buffer.from(await response.arrayBuffer()))
}

const remove = (table: 'clients' | 'sites' | 'stations', id: string) =>
  sql`delete from ${sql.table(table)} where id = ${id}`.execute(server.db)

/** Fields that differ between an object and its copy. */
const ofTheRow = ['id', 'created', 'lastupdate', 'version_no', 'methods', 'owner']
const shown = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofTheRow.includes(name)))

describe.each(['csv', 'xlsx'] as const)('an exported file (%s)', (format) => {
  test('of clients can be imported again', async () => {
    const before = await server.request(
      clientSet,
      {
        id: null,
        name: `=Kuhn & Söhne; "Nord" ${format}`,
        firstname: 'Änne',
        email: 'a@example.com',
        emailverified: true,
        phone: '+49 40 1',
        birthday: '1980-02-29',
        description: 'two\nlines',
        tags: ['fleet, north', 'b'],
        localecode: 'de',
      },
      mine,
    )
    const data = await exported(clientList, before.id, format)
    await remove('clients', before.id)
    expect(await server.request(clientImportRun, data, mine)).toEqual({ imported: 1 })
    const [copy] = await server.request(clientList, { filter: { code: before.code } }, mine)
    expect(shown(copy!)).toEqual(shown(before))
  })

  test('of sites can be imported again, with network and client by number', async () => {
    const admin = await server.signIn('admin')
    const code = `net-${format}`
    const network = await server.request(networkSet, { id: null, code, name: `Net ${format}` }, admin)
    const client = await server.request(clientSet, { id: null, name: `Owner ${format}` }, mine)
    const hours = { weekday: 1, period_begin: '08:00', period_end: '20:00' }
    const before = await server.request(
      siteSet,
      {
        id: null,
        label: `Hafen ${format}`,
        network: network.id,
        client: client.id,
        address: '-1 Kai',
        countrycode: 'DE',
        timezone: 'Europe/Berlin',
        openinghours: { twentyfourseven: false, regular_hours: [hours] },
        gridlimit: 150_000,
        contacts: [
          { name: 'Ada; "Kai"', phone: '+49 40 1' },
          { name: 'Bo', language: 'da' },
        ],
        lat: 53.5,
        lng: -0.25,
        tags: ['quay'],
      },
      mine,
    )
    const data = await exported(siteList, before.id, format)
    await remove('sites', before.id)
    expect(await server.request(siteImportRun, data, mine)).toEqual({ imported: 1 })
    const [copy] = await server.request(siteList, { filter: { code: before.code } }, mine)
    expect(shown(copy!)).toEqual(shown(before))
  })

  test('of stations can be imported again; new keys are in the answer', async () => {
    const site = await server.request(
      siteSet,
      { id: null, label: `Depot ${format}`, timezone: 'Europe/Paris' },
      mine,
    )
    const identity = `EXP-${format}`
    const { station: before } = await server.request(
      stationSet,
      { id: null, identity, label: "'=1", site: site.id, lat: 1.5, lng: 2, tags: ['a'], typecode: 'private' },
      mine,
    )
    const data = await exported(stationList, before.id, format)
    await remove('stations', before.id)
    const { imported, keys } = await server.request(stationImportRun, data, mine)
    expect([imported, keys]).toEqual([1, [{ identity, key: expect.stringMatching(/^\w{20}$/) as string }]])
    const copy = await server.request(stationGet, { identity }, mine)
    expect(shown(copy)).toEqual(shown(before))
    const url = `${server.url.replace('http', 'ws')}/ocpp/${before.accountcode}`
    const station = new SimulatedStation({ url, identity, key: keys![0]!.key }).start()
    await station.until((each) => each.isOnline, 'an accepted boot')
    await station.stop()
  })
})

const errorsOf = async (check: typeof clientImportCheck, text: string, who = mine) =>
  (await server.request(check, file(text), who)).errors.map(({ line, column, code }) => [line, column, code])

describe('errors', () => {
  test('of clients are found by line, and no row is stored', async () => {
    await server.request(clientSet, { id: null, name: 'Numbered', code: 'X-1' }, mine)
    const before = await server.request(clientCount, {}, mine)
    const text = `code;name;email;typecode\nx-1;Taken;;\nN-2;;;\nN-3;Right;;thing\nn-3;Twice;;\n`
    expect(await errorsOf(clientImportCheck, text)).toEqual([
      [2, 'code', 'client.code_taken'],
      [3, 'name', 'value.required'],
      [4, 'typecode', 'value.not_listed'],
      [5, 'code', 'import.duplicate'],
    ])
    expect((await server.requestError(clientImportRun, file(text), mine)).code).toBe('import.rows_invalid')
    expect(await server.request(clientCount, {}, mine)).toEqual(before)
  })

  test('of sites and stations are found by line', async () => {
    await server.request(siteSet, { id: null, label: 'Same name' }, mine)
    await server.request(siteSet, { id: null, label: 'Same name' }, mine)
    await server.request(stationSet, { id: null, identity: 'TAKEN' }, mine)
    expect(
      await errorsOf(siteImportCheck, 'label,lat,network,timezone\nA,1,,\nB,,Nowhere,\nC,,,Mars\n'),
    ).toEqual([
      [2, null, 'station.coordinates_incomplete'],
      [3, 'network', 'station.network_unknown'],
      [4, 'timezone', 'value.time_zone_unknown'],
    ])
    expect(
      await errorsOf(stationImportCheck, 'identity,site\nTAKEN,\nA/B,\nC,Same name\nD,Nowhere\nE,\nE,\n'),
    ).toEqual([
      [2, 'identity', 'station.identity_taken'],
      [3, 'identity', 'station.identity_invalid'],
      [4, 'site', 'import.name_ambiguous'],
      [5, 'site', 'site.not_found'],
      [7, 'identity', 'import.duplicate'],
    ])
  })
})

test('numbers of clients continue after those of the file', async () => {
  expect(
    await server.request(clientImportRun, file('code,name\n,First\nC00500,Given\n,Third\n'), mine),
  ).toEqual({
    imported: 3,
  })
  const rows = await server.request(clientList, { orderby: ['code DESC'], reclimit: 3 }, mine)
  const codes = new Map(rows.map(({ name, code }) => [name, code]))
  expect([codes.get('First'), codes.get('Third')]).toEqual(['C00501', 'C00502'])
})

test('users of a client import stations of this client only, and no sites', async () => {
  const own = await server.request(clientSet, { id: null, name: 'Own client' }, mine)
  await server.request(clientSet, { id: null, name: 'Other client' }, mine)
  const hidden = await server.request(siteSet, { id: null, label: 'Hidden site' }, mine)
  const member = await server.user('member', { accountId: mine.accountId })
  await server.db.updateTable('users').set({ client_id: own.id }).where('id', '=', member.id).execute()
  expect(await errorsOf(siteImportCheck, 'label\nA\n', member)).toEqual([[2, null, 'access.cannot_create']])
  expect(await errorsOf(clientImportCheck, 'name\nA\n', member)).toEqual([[2, null, 'access.cannot_create']])
  expect(
    await errorsOf(
      stationImportCheck,
      'identity,client,site\nA,Other client,\nB,,Hidden site\nC,Own client,\n',
      member,
    ),
  ).toEqual([
    [2, 'client', 'client.not_found'],
    [3, 'site', 'site.not_found'],
  ])
  expect((await server.requestError(siteGet, { id: hidden.id }, member)).status).toBe(404)
  await server.request(stationImportRun, file('identity\nMEMBER-1\n'), member)
  expect(await server.request(stationGet, { identity: 'MEMBER-1' }, mine)).toMatchObject({ client: own.id })
})
