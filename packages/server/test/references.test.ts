import {
  currencyDigits,
  calendarSet,
  chargerList,
  currencyDelete,
  currencyList,
  currencySet,
  type Endpoint,
  measureCount,
  modeDelete,
  modelGet,
  modelList,
  modelSet,
  modeList,
  modeSet,
  networkSet,
  referenceFields,
  references,
  regionSet,
  vendorDelete,
  vendorGet,
  vendorList,
  vendorSet,
  versionList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { referenceJobs } from '../src/modules/references/index.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let olga: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  olga = await server.user('olga')
})
afterAll(() => server.close())

const refused = async (row: Endpoint, body: Record<string, unknown>, who = admin) => {
  const { status, code, field } = await server.requestError(row, body, who)
  return [status, status === 400 && code === 'reference.in_use' ? code : field]
}
const addStation = async (vendor: string, model: string): Promise<string> => {
  const id = newId()
  const station = { id, account_id: admin.accountId, identity: id, vendor, model }
  await server.db.insertInto('stations').values(station).execute()
  return id
}
const gather = () => referenceJobs({ db: server.db })[0]!.work()

// Proves S2.37, S9.5
test('standard entries exist, and every user may read them', async () => {
  const currencies = await server.request(currencyList, { filter: { code: ['EUR', 'ISK'] } }, olga)
  expect(currencies.map(({ code, numeric, minorunits }) => [code, numeric, minorunits])).toEqual([
    ['EUR', '978', 2],
    ['ISK', '352', 0],
  ])
  const digits = (await server.request(currencyList, {}, olga)).map(({ code, minorunits }) => [
    code,
    minorunits,
  ])
  expect(digits).toEqual(digits.map(([code]) => [code, currencyDigits(String(code))]))
  const modes = await server.request(modeList, { orderby: ['minpower'] }, olga)
  expect(modes.map(({ code }) => code)).toEqual(['slow', 'standard', 'fast', 'ultra'])
  expect((await server.request(chargerList, { filter: { current: 'dc' } }, olga)).length).toBeGreaterThan(4)
  expect((await server.request(measureCount, {}, olga)).count).toBe(22)
  const versions = await server.request(versionList, { filter: { statecode: 'enabled' } }, olga)
  expect(versions.map(({ subprotocol }) => subprotocol)).toEqual(['ocpp1.6'])
})

test.each(Object.entries(references))(
  '%s: only administrators add, change and delete',
  async (kind, rows) => {
    const own =
      kind === 'model'
        ? { vendorid: (await server.request(vendorSet, { id: null, code: 'V' }, admin)).id }
        : {}
    const code = kind === 'currency' ? 'XTS' : 'Test/1.0'
    // one shape for all kinds: each has these fields
    const set = rows.set as typeof vendorSet
    const added = await server.request(set, { id: null, code, name: 'Тест', ...own }, admin)
    expect(added).toMatchObject({ code, name: 'Тест', statecode: 'enabled', used: 0, version_no: 1 })
    expect(await refused(set, { id: null, code: code.toLowerCase(), ...own })).toEqual(
      kind === 'currency' ? [400, 'code'] : [409, 'code'],
    )
    const stale = { id: added.id, version_no: added.version_no }
    await server.request(set, { ...stale, statecode: 'disabled', description: 'no longer' }, admin)
    expect(await refused(set, { ...stale, name: 'lost' })).toEqual([409, 'version_no'])
    expect(await refused(rows.delete, stale)).toEqual([409, 'version_no'])
    for (const row of [rows.set, rows.delete])
      expect((await server.requestError(row, { id: added.id }, olga)).status).toBe(403)
    const found = await server.request(
      rows.list as typeof vendorList,
      { filter: { statecode: 'disabled', code } },
      olga,
    )
    expect(found.map(({ description }) => description)).toEqual(['no longer'])
    await server.request(rows.delete, { id: added.id }, admin)
    expect((await server.requestError(rows.get, { id: added.id }, olga)).status).toBe(404)
    const auditEntries = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', added.id)
      .execute()
    expect(auditEntries.map(({ action }) => action).sort()).toEqual(['create', 'delete', 'update'])
  },
)

test.each<[string, Endpoint, Record<string, unknown>, string]>([
  ['letters of a currency', currencySet, { code: 'eur' }, 'code'],
  ['numbers of a currency', currencySet, { code: 'XXX', numeric: '12' }, 'numeric'],
  ['minor units', currencySet, { code: 'XXX', minorunits: 9 }, 'minorunits'],
  ['minor units that differ from ISO 4217', currencySet, { code: 'COP', minorunits: 0 }, 'minorunits'],
  ['powers that contradict', modeSet, { code: 'x', minpower: 5, maxpower: 5 }, 'maxpower'],
  ['an unknown time zone', calendarSet, { code: 'x', timezone: 'Mars/North' }, 'timezone'],
  ['an unknown country', regionSet, { code: 'x', country: 'Austria' }, 'country'],
  ['an unknown kind of network', networkSet, { code: 'x', typecode: 'secret' }, 'typecode'],
  ['a model without a vendor', modelSet, { code: 'x' }, 'vendorid'],
  ['a model of an unknown vendor', modelSet, { code: 'x', vendorid: newId() }, 'vendorid'],
  ['a field of another kind', vendorSet, { code: 'x', symbol: '€' }, 'symbol'],
  ['a code without letters', vendorSet, { code: '../x' }, 'code'],
])('%s are refused', async (_what, row, body, field) => {
  expect(await refused(row, { id: null, ...body })).toEqual([400, field])
})

test('a field keeps its value unless it is named; null clears it', async () => {
  const { id } = await server.request(
    calendarSet,
    { id: null, code: 'work', timezone: 'Europe/Vienna' },
    admin,
  )
  expect((await server.request(calendarSet, { id, name: 'Workdays' }, admin)).timezone).toBe('Europe/Vienna')
  expect((await server.request(calendarSet, { id, timezone: null }, admin)).timezone).toBeNull()
})

describe('what stations report', () => {
  test('adds vendors and models automatically, once', async () => {
    await addStation('Wall & Box', 'M 1')
    await addStation(' wall-box ', 'M-1')
    await addStation('Wall & Box', 'M 2')
    await addStation('…', '…')
    const vendors = await server.request(vendorList, { filter: { code: 'wall-box' } }, admin)
    expect(vendors.map(({ name }) => name)).toEqual(['Wall & Box'])
    const ofThem = { filter: { vendorcode: 'wall-box' } }
    const models = await server.request(modelList, ofThem, admin)
    expect(models.map(({ code, vendorname }) => [code, vendorname])).toEqual([
      ['m-1', 'Wall & Box'],
      ['m-2', 'Wall & Box'],
    ])
    await gather()
    expect(await server.request(modelList, ofThem, admin)).toEqual(models)
    const [vendorId, modelId] = [vendors[0]!.id, models[0]!.id]
    expect((await server.request(vendorGet, { id: vendorId }, admin)).used).toBe(5)
    expect((await server.request(modelGet, { id: modelId }, admin)).used).toBe(2)
    // what stations of one account report is visible to others only after an administrator has confirmed it
    const isSeen = async () => (await server.request(modelList, ofThem, olga)).map(({ code }) => code)
    expect((await server.requestError(modelGet, { id: modelId }, olga)).status).toBe(404)
    await server.request(modelSet, { id: modelId, statecode: 'enabled' }, admin)
    expect(await isSeen()).toEqual([])
    await server.request(vendorSet, { id: vendorId, statecode: 'enabled' }, admin)
    expect(await isSeen()).toEqual(['m-1'])
    expect((await server.request(modelGet, { id: modelId }, olga)).used).toBeNull()
  })

  test('stays linked when a user renames it, and cannot be deleted', async () => {
    const [vendor] = await server.request(vendorList, { filter: { code: 'wall-box' } }, admin)
    const id = vendor!.id
    await server.request(vendorSet, { id, code: 'WBX', name: 'Wallbox Works' }, admin)
    await gather()
    expect(
      (
        await server.request(
          vendorList,
          { search: [{ field: 'code', compare: 'IKE', value: 'w%b%' }] },
          admin,
        )
      ).length,
    ).toBe(1)
    expect(await refused(vendorDelete, { id })).toEqual([400, 'reference.in_use'])
    expect((await server.requestError(vendorDelete, { id }, admin)).params).toEqual({ objects: 5 })
  })

  test('or users refer to (a mode, a currency and a plug) cannot be deleted', async () => {
    const station_id = await addStation('A', 'B')
    const connector = { id: newId(), account_id: admin.accountId, station_id, evse_no: 1 }
    await server.db
      .insertInto('evses')
      .values({ ...connector, mode: 'ultra' })
      .execute()
    await server.db
      .updateTable('connectors')
      .set({ type: 'CCS 2' })
      .where('evse_id', '=', connector.id)
      .execute()
    const [mode] = await server.request(modeList, { filter: { code: 'ultra' } }, admin)
    expect(await refused(modeDelete, { id: mode!.id })).toEqual([400, 'reference.in_use'])
    expect(await refused(modeSet, { id: mode!.id, code: 'fastest' })).toEqual([400, 'reference.in_use'])
    await server.request(modeSet, { id: mode!.id, name: 'Fastest' }, admin)
    const [euro] = await server.request(currencyList, { filter: { code: 'EUR' } }, admin)
    expect(await refused(currencyDelete, { id: euro!.id })).toEqual([400, 'reference.in_use'])
    const [plug] = await server.request(chargerList, { filter: { code: 'ccs2' } }, admin)
    expect(await refused(references.charger.delete, { id: plug!.id })).toEqual([400, 'reference.in_use'])
  })
})

// Proves S2.37
test('every kind has its five endpoints', () => {
  expect(Object.keys(references)).toEqual(Object.keys(referenceFields))
})
