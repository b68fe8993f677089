import {
  type BodyOf,
  clientGet,
  clientGroupMembers,
  clientGroupSet,
  clientSet,
  methodRun,
  networkSet,
  stationSet,
  tariffCheck,
  type TariffDefinition,
  tariffGet,
  tariffList,
  tariffMethod,
  tariffRetire,
  tariffSelect,
  tariffSet,
  tariffVersionActivate,
  tariffVersionClone,
  tariffVersionDelete,
  tariffVersionList,
  tariffVersionSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countForbidden } from '../src/modules/tariffs/count-forbidden.ts'
import { tariffOfSession } from '../src/modules/tariffs/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let stranger: TestUser
let member: TestUser
let admin: TestUser
let client: string
let group: string
let network: string
let station: string
let fast: string

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  admin = await server.user('adam', { isAdmin: true })
  stranger = await server.user('zaphod', { accountId: await server.addAccount('other') })
  client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
  group = (await server.request(clientGroupSet, { id: null, label: 'Partners' }, operator)).id
  network = (await server.request(networkSet, { id: null, code: 'north', name: 'North' }, admin)).id
  const { id } = await server.addUser('mia')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  member = await server.signIn('mia')
  station = await addStation('SLOW-1', 11_000)
  fast = await addStation('FAST-1', 150_000)
})
afterAll(() => server.close())

/** Removes the tariffs of earlier tests, as the deletion of a tariff removes its versions. */
beforeEach(async () => {
  await server.db.deleteFrom('transactions').execute()
  await server.db.deleteFrom('tariffs').execute()
})

async function addStation(identity: string, powerW: number): Promise<string> {
  const { station: added } = await server.request(stationSet, { id: null, identity }, operator)
  await server.db
    .insertInto('evses')
    .values({
      id: newId(),
      account_id: operator.accountId,
      station_id: added.id,
      evse_no: 1,
      state: 'available',
      max_power_w: powerW,
    })
    .execute()
  return added.id
}

type Components = TariffDefinition['elements'][number]['price_components']
const energy = (price: string): Components[number] => ({ type: 'ENERGY', price })
const prices = (components: Components, more: Partial<TariffDefinition> = {}): TariffDefinition => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [{ price_components: components }],
  ...more,
})

const addTariff = async (
  body: Omit<BodyOf<typeof tariffSet>, 'id'> = {},
  definition = prices([energy('0.49')]),
) => {
  const tariff = await server.request(tariffSet, { id: null, label: 'Standard', ...body }, operator)
  await server.request(tariffVersionSet, { id: tariff.id, definition }, operator)
  return tariff.id
}
const activate = (id: string, body: Omit<BodyOf<typeof tariffVersionActivate>, 'id'> = {}) =>
  server.request(tariffVersionActivate, { id, ...body }, operator)
const addActive = async (...of: Parameters<typeof addTariff>) => {
  const id = await addTariff(...of)
  await activate(id)
  return id
}
const draftOf = (id: string) => server.request(tariffVersionClone, { id }, operator)
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('versions', () => {
  // Proves S3.12
  test('a tariff is created, activated, changed and retired in versions', async () => {
    const id = await addTariff({ description: 'For all' })
    const created = await server.request(tariffGet, { id }, operator)
    expect(created).toMatchObject({
      code: 'T00001',
      identity: 'T00001',
      statecode: 'draft',
      currency: 'EUR',
      price: '0.49',
      cost: '0.49',
      service: 'energy',
      linschedule: null,
      commission: 0,
      versionnumber: 1,
      draftnumber: 1,
      methods: { activate: null, delete_draft: null, delete: null },
    })
    const active = await activate(id)
    expect(active).toMatchObject({ number: 1, statecode: 'active', activatedby: 'olga', validto: null })
    const draft = await draftOf(id)
    expect(draft).toMatchObject({ number: 2, statecode: 'draft', hash: active.hash, validfrom: null })
    await server.request(
      tariffVersionSet,
      { id, definition: prices([energy('0.59')]), commission: 1500, version_no: draft.version_no },
      operator,
    )
    const second = await activate(id, { validfrom: dayAhead(2), timezone: 'Europe/Berlin' })
    expect(second).toMatchObject({ number: 2, statecode: 'active', commission: 1500 })
    const [, first] = await server.request(tariffVersionList, { id }, operator)
    expect(first).toMatchObject({ statecode: 'active', validto: second.validfrom })
    expect(await server.request(tariffGet, { id }, operator)).toMatchObject({
      statecode: 'active',
      price: '0.49',
      versionnumber: 1,
      draftnumber: null,
    })
    expect(await server.request(tariffRetire, { id }, operator)).toMatchObject({ statecode: 'retired' })
    const versions = await server.request(tariffVersionList, { id }, operator)
    expect(versions.map(({ statecode }) => statecode)).toEqual(['retired', 'retired'])
    expect(versions[0]!.validto).toBe(versions[0]!.validfrom)
    const changes = await server.changesOf(id)
    for (const action of ['create', 'update', 'activate', 'create_draft', 'retire'])
      expect(changes).toContain(`${action} by olga`)
  })

  // Proves A14
  test('a draft is saved by one user at a time, and deleted', async () => {
    const id = await addTariff()
    const [draft] = await server.request(tariffVersionList, { id }, operator)
    const body = { id, definition: prices([energy('0.51')]), version_no: draft!.version_no }
    await server.request(tariffVersionSet, body, operator)
    expect(await server.requestError(tariffVersionSet, body, operator)).toMatchObject({
      code: 'object.edited',
    })
    const stale = { id, version_no: draft!.version_no }
    expect(await server.requestError(tariffVersionActivate, stale, operator)).toMatchObject({
      code: 'object.edited',
    })
    expect(await server.requestError(tariffVersionClone, { id }, operator)).toMatchObject({
      code: 'tariff.draft_exists',
    })
    await server.request(tariffVersionDelete, { id }, operator)
    expect(await server.requestError(tariffVersionDelete, { id }, operator)).toMatchObject({
      code: 'tariff.no_draft',
    })
    const offered = await server.request(tariffMethod, { id }, operator)
    expect(offered.map(({ code }) => code)).toEqual(['delete'])
    await server.request(methodRun, { id, code: 'delete' }, operator)
    expect(await server.request(tariffList, {}, operator)).toEqual([])
  })

  test('an active version cannot be changed or deleted in the database', async () => {
    const id = await addActive()
    const [version] = await server.request(tariffVersionList, { id }, operator)
    const of = () => server.db.updateTable('tariff_versions').where('id', '=', version!.id)
    for (const change of [
      { definition: JSON.stringify(prices([energy('0.01')])) },
      { valid_from: new Date(0) },
      { state: 'draft' as const },
      { commission_bp: 1 },
    ])
      await expect(of().set(change).execute()).rejects.toMatchObject({ code: '23001' })
    await expect(
      server.db.deleteFrom('tariff_versions').where('id', '=', version!.id).execute(),
    ).rejects.toMatchObject({ code: '23001' })
    const end = new Date(Date.now() + 60_000)
    await of().set({ valid_to: end }).execute()
    await expect(of().set({ valid_to: null }).execute()).rejects.toMatchObject({ code: '23001' })
  })

  test('what a tariff applies to is fixed by its first activation', async () => {
    const id = await addActive()
    const change = { id, mode: 'fast' as const }
    expect(await server.requestError(tariffSet, change, operator)).toMatchObject({
      code: 'value.cannot_change',
      field: 'mode',
    })
    await server.request(tariffSet, { id, label: 'Renamed', mode: null }, operator)
  })

  test('two tariffs for the same sessions are not active at the same time, even if activated at once', async () => {
    const ids = [await addTariff(), await addTariff()]
    const replies = await Promise.all(
      ids.map((id) => server.post('/api/v1/tariff/version/activate', { id }, operator.token)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)!
    expect(refused.body).toMatchObject({ error: { code: 'tariff.overlap', field: 'validfrom' } })
    const [version] = await server.db
      .selectFrom('tariff_versions')
      .selectAll()
      .where('state', '=', 'active')
      .execute()
    const { id: _id, tariff_id: _tariff, number: _number, definition, ...copy } = version!
    const other = ids.find((id) => id !== version!.tariff_id)!
    const twice = {
      ...copy,
      id: newId(),
      tariff_id: other,
      number: 9,
      definition: JSON.stringify(definition),
    }
    await expect(server.db.insertInto('tariff_versions').values(twice).execute()).rejects.toMatchObject({
      code: '23P01',
    })
  })

  test('a last day ends the validity, and days that have passed are refused', async () => {
    const id = await addTariff()
    for (const [body, code] of [
      [{ validfrom: '2020-01-01' }, 'value.time_passed'],
      [{ validfrom: dayAhead(5), lastday: dayAhead(3) }, 'period.end_before_start'],
      [{ validfrom: dayAhead(5), timezone: 'Mars/Olympus' }, 'value.time_zone_unknown'],
    ] as const)
      expect(await server.requestError(tariffVersionActivate, { id, ...body }, operator)).toMatchObject({
        code,
      })
    const version = await activate(id, { validfrom: dayAhead(3), lastday: dayAhead(3) })
    expect(Date.parse(version.validto!) - Date.parse(version.validfrom!)).toBe(86_400_000)
    const other = await addTariff()
    expect(await activate(other, { lastday: dayAhead(2) })).toMatchObject({ statecode: 'active' })
  })
})

describe('activation', () => {
  test.each([
    [prices([energy('-1')]), 'tariff_price.negative', 'definition.elements[0].price_components[0].price'],
    [prices([energy('1')], { currency: 'CHF' }), 'tariff.currency_differs', 'definition.currency'],
  ])('a draft with an invalid price or currency is not saved (%#)', async (definition, code, field) => {
    const { id } = await server.request(tariffSet, { id: null, label: 'Wrong' }, operator)
    expect(await server.requestError(tariffVersionSet, { id, definition }, operator)).toMatchObject({
      code,
      field,
    })
  })

  test.each([
    ['client', { client: newId() }, 'client.not_found'],
    ['group', { group: newId() }, 'client_group.not_found'],
    ['network', { network: newId() }, 'tariff.network_unknown'],
    ['currency', { currency: 'XXQ' }, 'tariff_price.currency_unknown'],
  ])('an unknown %s is refused', async (field, body, code) => {
    const wrong = { id: null, label: 'Wrong', ...body }
    expect(await server.requestError(tariffSet, wrong, operator)).toMatchObject({ code, field })
  })

  test('a tariff is for a client, a group or all, and without registration for all', async () => {
    const both = { id: null, label: 'Both', client, group }
    expect(await server.requestError(tariffSet, both, operator)).toMatchObject({
      code: 'tariff.one_recipient',
    })
    const adHoc = { id: null, label: 'Ad hoc', client, typecode: 'ad_hoc' }
    expect(await server.requestError(tariffSet, adHoc, operator)).toMatchObject({
      code: 'tariff.ad_hoc_recipient',
    })
  })

  test.each([
    ['isreversecharge', 'YES', 'tariff.gross_for_reverse_charge'],
    ['isprepaid', 'NO', 'tariff.net_for_prepaid'],
  ] as const)('a client with %s cannot have prices with tax %s', async (flag, tax_included, code) => {
    const name = `Of ${flag}`
    const added = await server.request(clientSet, { id: null, name, [flag]: true }, operator)
    await server.request(clientGroupMembers, { id: group, add: [added.id] }, operator)
    const definition = prices([energy('0.49')], { tax_included })
    for (const of of [{ client: added.id }, { group }]) {
      const id = await addTariff(of, definition)
      expect(await server.requestError(tariffVersionActivate, { id }, operator)).toMatchObject({
        code,
        field: 'definition.tax_included',
      })
      expect(await server.request(tariffCheck, { id }, operator)).toMatchObject([
        { level: 'error', code, clients: { count: 1, first: [{ id: added.id, name }] } },
      ])
    }
    await server.request(clientGroupMembers, { id: group, remove: [added.id] }, operator)
  })

  test('prices without tax cannot apply without registration', async () => {
    const id = await addTariff({}, prices([energy('0.49')], { tax_included: 'NO' }))
    expect(await server.requestError(tariffVersionActivate, { id }, operator)).toMatchObject({
      code: 'tariff.net_for_ad_hoc',
    })
    await addActive({ typecode: 'ad_hoc' })
    expect(await activate(id)).toMatchObject({ statecode: 'active' })
  })

  const perMinute: Components = [energy('0.49'), { type: 'TIME', price: '6' }]

  test('AFIR allows a price per minute without registration only below 50 kW', async () => {
    const id = await addTariff({}, prices(perMinute))
    const field = 'definition.elements[0].price_components[1].type'
    expect(await server.requestError(tariffVersionActivate, { id }, operator)).toMatchObject({
      code: 'tariff.afir_time',
      field,
    })
    expect(await server.request(tariffCheck, { id }, operator)).toMatchObject([
      {
        level: 'error',
        field,
        connectors: {
          count: 1,
          first: [{ station: fast, identity: 'FAST-1', connectorid: 1, power: 150_000 }],
        },
      },
    ])
    const slow = await addTariff({ mode: 'standard' }, prices(perMinute))
    expect(await activate(slow)).toMatchObject({ statecode: 'active' })
    const ofClient = await addTariff({ client }, prices(perMinute))
    expect(await activate(ofClient)).toMatchObject({ statecode: 'active' })
    const occupied = await addTariff({}, prices([energy('0.49'), { type: 'PARKING_TIME', price: '6' }]))
    expect(await activate(occupied)).toMatchObject({ statecode: 'active' })
  })

  test('a station that is added later causes a warning of the tariff, until other prices apply there', async () => {
    const id = await addActive({ mode: 'standard' }, prices([energy('0.49'), { type: 'FLAT', price: '1' }]))
    const warnings = async () => {
      await inTransaction(server.db, (tx) =>
        countForbidden({ tx, bus: { publish: async () => {} } as never }, new Date()),
      )
      return (await server.request(tariffGet, { id }, operator)).warnings
    }
    expect(await warnings()).toBe(0)
    const modes = { mode: 'standard', max_power_w: 60_000 }
    await server.db.updateTable('evses').set(modes).where('station_id', '=', fast).execute()
    expect(await warnings()).toBe(1)
    expect(await server.request(tariffCheck, { id }, operator)).toMatchObject([
      { code: 'tariff.afir_flat', connectors: { count: 1 } },
    ])
    await addActive({ mode: 'standard', typecode: 'ad_hoc' })
    expect(await warnings()).toBe(0)
    await server.db
      .updateTable('evses')
      .set({ mode: null, max_power_w: 150_000 })
      .where('station_id', '=', fast)
      .execute()
  })
})

describe('access', () => {
  test('users of a client see active prices that can apply to it, without the commission, and change nothing', async () => {
    const own = await addActive({ label: 'Own', client })
    const general = await addActive({ label: 'General' })
    const other = await server.request(clientSet, { id: null, name: 'Other' }, operator)
    const foreign = await addActive({ label: 'Foreign', client: other.id })
    const ofGroup = await addActive({ label: 'Of group', group })
    await draftOf(own)
    await addTariff({ label: 'Draft', client, mode: 'slow' })
    const seen = async () => (await server.request(tariffList, {}, member)).map(({ label }) => label)
    expect(await seen()).toEqual(['General', 'Own'])
    await server.request(clientGroupMembers, { id: group, add: [client] }, operator)
    expect(await seen()).toEqual(['General', 'Of group', 'Own'])
    expect(await server.request(clientGet, { id: client }, member)).toMatchObject({ grouplabel: 'Partners' })
    await server.request(clientGroupMembers, { id: group, remove: [client] }, operator)
    const [row] = await server.request(tariffList, { filter: { id: own } }, member)
    expect(row).toMatchObject({ commission: null, draftnumber: null, methods: {} })
    expect(await server.request(tariffVersionList, { id: own }, member)).toHaveLength(1)
    for (const id of [foreign, ofGroup])
      expect(await server.requestError(tariffVersionList, { id }, member)).toMatchObject({ status: 404 })
    const body = { id: general, definition: prices([energy('0')]) }
    expect(await server.requestError(tariffVersionSet, body, member)).toMatchObject({ status: 403 })
    expect(await server.requestError(tariffRetire, { id: general }, member)).toMatchObject({ status: 403 })
    expect(await server.requestError(tariffSet, { id: null, label: 'Mine' }, member)).toMatchObject({
      status: 403,
    })
  })

  test('other accounts have tariffs of their own', async () => {
    const id = await addActive()
    expect(await server.request(tariffList, {}, stranger)).toEqual([])
    expect(await server.requestError(tariffVersionActivate, { id }, stranger)).toMatchObject({ status: 404 })
    expect(await server.requestError(tariffSelect, { id: station }, stranger)).toMatchObject({ status: 404 })
    const own = await server.request(tariffSet, { id: null, label: 'Theirs' }, stranger)
    expect(own.code).toBe('T00001')
  })
})

const select = (body: Omit<BodyOf<typeof tariffSelect>, 'id'> = {}, id = station, who = operator) =>
  server.request(tariffSelect, { id, connectorid: 1, ...body }, who)

describe('selection', () => {
  // Proves S9.5
  test('the most specific tariff applies, with the reason', async () => {
    expect(await select()).toMatchObject({
      reason: 'none',
      tariff: null,
      mode: 'standard',
      modefrom: 'power',
    })
    await addActive({ label: 'Default' })
    expect(await select()).toMatchObject({ reason: 'default', label: 'Default', number: 1 })
    await addActive({ label: 'Fast', mode: 'ultra' })
    expect(await select({}, fast)).toMatchObject({ reason: 'mode', label: 'Fast', mode: 'ultra' })
    await addActive({ label: 'Network', network })
    await server.db.updateTable('stations').set({ network_name: 'North' }).where('id', '=', fast).execute()
    expect(await select({}, fast)).toMatchObject({
      reason: 'network',
      label: 'Network',
      networkname: 'North',
    })
    await addActive({ label: 'Ad hoc', typecode: 'ad_hoc' })
    expect(await select({}, fast)).toMatchObject({ reason: 'default', label: 'Ad hoc' })
    expect(await select({ client }, fast)).toMatchObject({ reason: 'network', label: 'Network' })
    await addActive({ label: 'Group', group })
    await server.request(clientGroupMembers, { id: group, add: [client] }, operator)
    expect(await select({ client }, fast)).toMatchObject({ reason: 'group', grouplabel: 'Partners' })
    await addActive({ label: 'Client', client })
    expect(await select({ client }, fast)).toMatchObject({ reason: 'client', label: 'Client' })
    await server.request(clientGroupMembers, { id: group, remove: [client] }, operator)
    await server.db.updateTable('stations').set({ network_name: null }).where('id', '=', fast).execute()
    const hidden = { id: station, connectorid: 1 }
    expect(await server.requestError(tariffSelect, hidden, member)).toMatchObject({ status: 404 })
  })

  test('a session keeps its tariff, whatever is changed after its start', async () => {
    const first = await addActive({ label: 'Default' })
    const at = new Date()
    const sessions = Array.from({ length: 500 }, (_, n) => ({
      id: newId(),
      number: 1_700_000_000 + n,
      account_id: operator.accountId,
      station_id: station,
      evse_no: 1,
      id_tag: 'TAG',
      id_tag_folded: 'tag',
      decision: 'Accepted',
      start_key: `start ${n}`,
      started_at: n === 499 ? new Date(at.getTime() - 86_400_000) : new Date(at.getTime() + 1),
      meter_start_wh: 0,
      state: 'running' as const,
    }))
    await server.db.insertInto('transactions').values(sessions).execute()
    const ids = sessions.map(({ id }) => id)
    const tariffsNow = (some: readonly string[]) =>
      inTransaction(server.db, (tx) => tariffOfSession(tx, some, server.clock.now()))
    await expect.poll(() => Date.now()).toBeGreaterThan(at.getTime() + 1)
    await draftOf(first)
    await server.request(tariffVersionSet, { id: first, definition: prices([energy('0.99')]) }, operator)
    await activate(first)
    const both = await Promise.all([tariffsNow(ids), tariffsNow([...ids, newId()])])
    for (const found of both) {
      expect(found.size).toBe(500)
      expect(found.get(ids[0]!)).toMatchObject({
        reason: 'default',
        tariffId: first,
        number: 1,
        definition: prices([energy('0.49')]),
        mode: 'standard',
      })
      expect(found.get(ids[499]!)).toMatchObject({ reason: 'none', versionId: null, definition: null })
    }
    await server.request(tariffRetire, { id: first }, operator)
    await addActive({ label: 'Special', mode: 'standard' })
    expect((await tariffsNow([ids[0]!])).get(ids[0]!)).toMatchObject({ reason: 'default', number: 1 })
    await expect(
      server.db.updateTable('session_tariffs').set({ reason: 'client' }).execute(),
    ).rejects.toMatchObject({
      code: '23001',
    })
  })

  test('the tariff of a session has a session of its account and a version', async () => {
    const [id, own, foreign] = [newId(), operator.accountId, await server.addAccount('without-the-session')]
    await sql`insert into transactions (id, number, account_id, station_id, id_tag, id_tag_folded, decision, start_key,
        started_at, meter_start_wh, state)
      values (${id}, 1700001000, ${own}, ${station}, 'TAG', 'tag', 'Accepted', 'of a reference', now(), 0, 'running')`.execute(
      server.db,
    )
    const add = ([session, account, version]: (string | null)[]) =>
      sql`insert into session_tariffs (transaction_id, account_id, version_id, reason, selected_at)
        values (${session}, ${account}, ${version}, 'none', now())`.execute(server.db)
    const wrong = [
      [newId(), own, null],
      [id, foreign, null],
      [id, own, newId()],
    ]
    for (const one of wrong) await expect(add(one)).rejects.toMatchObject({ code: '23503' })
    await add([id, own, null])
  })
})
