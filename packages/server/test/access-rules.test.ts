import {
  accessRuleCount,
  accessRuleList,
  accessRuleSet,
  activityList,
  type BodyOf,
  cardCheck,
  cardGet,
  cardSet,
  clientSet,
  commandList,
  connectorList,
  connectorReserve,
  connectorStart,
  methodRun,
  networkSet,
  siteSet,
  stationSet,
  transactionList,
  workflowStateSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let site: string
let station: string
let socket: RawStation
let card: string
const code = 'RULED'
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  site = (await server.request(siteSet, { id: null, label: 'Depot', timezone: 'Europe/Berlin' }, operator)).id
  const added = await server.request(stationSet, { id: null, identity: 'RULES-1', site }, operator)
  station = added.station.id
  card = (await server.request(cardSet, { id: null, code, tags: ['vans'] }, operator)).id
  const url = server.url.replace('http', 'ws')
  socket = await RawStation.connect({ url, identity: 'RULES-1', key: added.key! })
  socket.onCall = () => ({ status: 'Accepted' })
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  for (const connectorId of [1, 2])
    await socket.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' })
})
afterAll(async () => {
  await socket?.close()
  await server.close()
})
beforeEach(async () => {
  await server.db.updateTable('access_rules').set({ state: 'deleted' }).execute()
  await becomes('Accepted')
})

const addRule = (body: Omit<BodyOf<typeof accessRuleSet>, 'id'> = {}, who = operator) =>
  server.request(accessRuleSet, { id: null, label: 'Not here', effect: 'deny', ...body }, who)
const authorize = async () =>
  (await socket.call<{ idTagInfo: { status: string } }>('Authorize', { idTag: code })).idTagInfo.status
/** Waits until the process with the connection has got the change. */
const becomes = (status: string) => expect.poll(authorize).toBe(status)
const start = (connectorId: number, meterStart = Math.trunc(Math.random() * 1e9)) =>
  socket.call<{ transactionId: number; idTagInfo: { status: string } }>('StartTransaction', {
    connectorId,
    idTag: code,
    meterStart,
    timestamp: new Date().toISOString(),
  })
const stop = (transactionId: number) =>
  socket.call('StopTransaction', { transactionId, meterStop: 1e9, timestamp: new Date().toISOString() })

describe('a rule that denies a card at a site', () => {
  test('refuses Authorize and names itself in the activity', async () => {
    const rule = await addRule({ card, site })
    expect(rule).toMatchObject({ cardcode: code, sitelabel: 'Depot', statecode: 'enabled', islimited: false })
    expect(rule.code).toMatch(/^R\d{5}$/)
    expect(await server.changesOf(rule.id)).toEqual(['create by olga'])
    await becomes('Blocked')
    const [refusal] = await server.request(
      activityList,
      { cardid: card, kinds: ['authorization_refused'], reclimit: 1 },
      operator,
    )
    expect(refusal!.details).toEqual({ status: 'Blocked', action: 'Authorize', rule: rule.id })
  })

  test('refuses StartTransaction, whose session is stored with the rule', async () => {
    const rule = await addRule({ card, site })
    await becomes('Blocked')
    const { transactionId, idTagInfo } = await start(1)
    expect(idTagInfo.status).toBe('Blocked')
    const [session] = await server.request(
      transactionList,
      { filter: { transactionid: transactionId } },
      operator,
    )
    expect(session).toMatchObject({
      decision: 'Blocked',
      accessrule: rule.id,
      cardid: card,
      dateauthorised: null,
    })
    // it does not count against the card's limit of one session
    expect(await server.request(cardGet, { id: card }, operator)).toMatchObject({
      verdict: 'Accepted',
      maxtransactions: 1,
    })
    await stop(transactionId)
  })

  test('refuses remote starts and reservations', async () => {
    const rows = await server.request(
      connectorList,
      { filter: { stationid: station, connectorid: 1 } },
      operator,
    )
    const { id } = rows[0]!
    await addRule({ cardtag: 'vans', station, connectorid: 1 })
    const refused = { status: 400, code: 'card.refused_by_rule' }
    for (const row of [connectorStart, connectorReserve])
      await expect
        .poll(() => server.requestError(row, { id, card: code }, operator))
        .toMatchObject({ code: refused.code })
    const count = await server.request(commandList, { filter: { statecode: 'queued' } }, operator)
    expect(count).toEqual([])
  })

  test('no longer applies after it is disabled, changed or deleted', async () => {
    const { id, version_no } = await addRule({ card, site })
    await becomes('Blocked')
    await server.request(methodRun, { id, code: 'disable' }, operator)
    await becomes('Accepted')
    await server.request(methodRun, { id, code: 'enable' }, operator)
    await becomes('Blocked')
    const stale = await server.requestError(accessRuleSet, { id, version_no, effect: 'allow' }, operator)
    expect(stale).toMatchObject({ status: 409, code: 'object.edited' })
    await server.request(accessRuleSet, { id, effect: 'allow' }, operator)
    await becomes('Accepted')
    await server.request(accessRuleSet, { id, effect: 'deny' }, operator)
    await becomes('Blocked')
    await server.request(methodRun, { id, code: 'delete' }, operator)
    await becomes('Accepted')
  })

  test('no longer applies after an administrator has changed the type of its state', async () => {
    const admin = await server.signIn('admin')
    const suspended = { id: null, class: 'access_rule', code: 'suspended', label: 'Suspended' }
    const state = await server.request(workflowStateSet, { ...suspended, statetypecode: 'enabled' }, admin)
    const { id } = await addRule({ card, site })
    await server.db.updateTable('access_rules').set({ state: 'suspended' }).where('id', '=', id).execute()
    await becomes('Blocked')
    const { id: stateId, version_no } = state
    await server.request(workflowStateSet, { id: stateId, version_no, statetypecode: 'disabled' }, admin)
    await becomes('Accepted')
  })

  test('applies to a station as soon as it stands at the site', async () => {
    await addRule({ card, site })
    await becomes('Blocked')
    await server.request(stationSet, { id: station, site: null }, operator)
    await becomes('Accepted')
    await server.request(stationSet, { id: station, site }, operator)
    await becomes('Blocked')
  })
})

test('a rule for one EVSE is decided when the session starts there', async () => {
  const rule = await addRule({ card, station, connectorid: 1 })
  await expect
    .poll(async () => {
      const { transactionId, idTagInfo } = await start(1)
      await stop(transactionId)
      return idTagInfo.status
    })
    .toBe('Blocked')
  expect(await authorize()).toBe('Accepted')
  const { transactionId, idTagInfo } = await start(2)
  expect(idTagInfo.status).toBe('Accepted')
  await stop(transactionId)
  expect(rule.connectorid).toBe(1)
})

test('a rule with times follows the time zone of the site while the station is connected', async () => {
  // their days never have the same name: the clocks are 25 hours apart
  const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  const there = new Date(server.clock.now().getTime() + 14 * 3_600_000)
  await server.request(siteSet, { id: site, timezone: late }, operator)
  await addRule({ card, site, times: [{ days: [there.getUTCDay() || 7], from: '00:00', to: '00:00' }] })
  await server.request(siteSet, { id: site, timezone: early }, operator)
  await becomes('Blocked')
  await server.request(siteSet, { id: site, timezone: late }, operator)
  await becomes('Accepted')
  await server.request(siteSet, { id: site, timezone: 'Europe/Berlin' }, operator)
})

const check = (body: Omit<BodyOf<typeof cardCheck>, 'id' | 'station'> = {}) =>
  server.request(cardCheck, { id: card, station, ...body }, operator)
/** Waits until the server has got the rules. */
const becomesKnown = (count: number) => expect.poll(async () => (await check()).rules.length).toBe(count)
const countOfEvents = () =>
  server.db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst()

describe('the check of a card at a station', () => {
  test('names the rules that select the card and changes nothing', async () => {
    expect(await check()).toMatchObject({ status: 'Accepted', timezone: 'Europe/Berlin', rules: [] })
    const workdays = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }]
    await addRule({ label: 'Closed', card, site })
    await addRule({ label: 'Workdays', effect: 'allow', card, site, times: workdays })
    await addRule({ label: 'All', effect: 'allow' })
    await addRule({ label: 'Elsewhere', card, stationtag: 'none' })
    await addRule({ label: 'Vans', cardtag: 'cars' })
    await becomesKnown(4)
    const before = await countOfEvents()
    const noon = await check({ datetime: '2026-07-01T10:00:00.000Z' })
    expect([noon.status, ...noon.rules.map(({ label, outcome }) => `${label} ${outcome}`)]).toEqual([
      'Accepted',
      'Workdays decides',
      'Closed overridden',
      'All overridden',
      'Elsewhere other_place',
    ])
    const night = await check({ datetime: '2026-07-01T20:00:00.000Z', connectorid: 1 })
    expect([night.status, ...night.rules.map(({ label, outcome }) => `${label} ${outcome}`)]).toEqual([
      'Blocked',
      'Closed decides',
      'All overridden',
      'Workdays other_time',
      'Elsewhere other_place',
    ])
    expect(await countOfEvents()).toEqual(before)
  })
})

test.each([
  [{ card: newId() }, 'access_rule.object_unknown', 'card'],
  [{ site: newId() }, 'access_rule.object_unknown', 'site'],
  [{ network: newId() }, 'access_rule.object_unknown', 'network'],
  [{ cardtag: 'a', cardclient: newId() }, 'access_rule.one_selection', 'cardclient'],
  [{ stationtag: 'a', network: newId() }, 'access_rule.one_selection', 'stationtag'],
  [{ connectorid: 1 }, 'access_rule.connector_of_no_station', 'connectorid'],
  [
    { validfrom: '2026-07-02T00:00:00.000Z', validto: '2026-07-01T00:00:00.000Z' },
    'access_rule.ends_before_start',
    'validto',
  ],
  [{ label: ' ' }, 'value.required', 'label'],
] as const)('%j is refused with the field', async (body, refusal, field) => {
  const refused = await server.requestError(
    accessRuleSet,
    { id: null, label: 'Rule', effect: 'deny', ...body },
    operator,
  )
  expect(refused).toMatchObject({ code: refusal, field })
})

test('only an enabled network can be named; one that was disabled later stays', async () => {
  const admin = await server.user('nadia', { isAdmin: true })
  const network = await server.request(
    networkSet,
    { id: null, code: 'later', name: 'Later', statecode: 'enabled' },
    admin,
  )
  const rule = await addRule({ network: network.id })
  await server.request(networkSet, { id: network.id, statecode: 'disabled' }, admin)
  const changed = { id: rule.id, network: network.id, label: 'Renamed' }
  expect((await server.request(accessRuleSet, changed, operator)).label).toBe('Renamed')
  const other = { id: null, label: 'Other', effect: 'deny', network: network.id } as const
  const refused = await server.requestError(accessRuleSet, other, operator)
  expect(refused).toMatchObject({ code: 'access_rule.object_unknown', field: 'network' })
})

// Proves L149
test('a rule has at most ten periods a week', async () => {
  const times = Array.from({ length: 11 }, () => ({ days: [1], from: '08:00', to: '09:00' }))
  const refused = await server.requestError(accessRuleSet, { id: null, times }, operator)
  expect(refused).toMatchObject({ status: 400, field: 'times' })
  expect((await addRule({ times: times.slice(1) })).times).toHaveLength(10)
})

// Proves L148
test('an account has at most 1,000 rules', async () => {
  const account_id = operator.accountId
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    id: newId(),
    account_id,
    code: `FULL-${n}`,
    label: 'Full',
    effect: 'deny' as const,
    card_tag: 'none',
    state: 'disabled',
  }))
  await server.db.insertInto('access_rules').values(rows).execute()
  const refused = await server.requestError(
    accessRuleSet,
    { id: null, label: 'More', effect: 'deny' },
    operator,
  )
  expect(refused).toMatchObject({ code: 'limit.reached' })
  await server.db.deleteFrom('access_rules').where('label', '=', 'Full').execute()
})

describe('an operator of a client', () => {
  let member: TestUser
  let client: string
  beforeAll(async () => {
    client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
    const { id } = await server.addUser('fred')
    await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
    member = await server.signIn('fred')
  })

  test('sees and adds rules of the client only, for objects of the client', async () => {
    await addRule({ card })
    const refused = await server.requestError(
      accessRuleSet,
      { id: null, label: 'Mine', effect: 'allow', card },
      member,
    )
    expect(refused).toMatchObject({ code: 'access_rule.object_unknown', field: 'card' })
    const own = await addRule({ label: 'Mine', cardclient: client }, member)
    expect(own).toMatchObject({ client, code: 'R00001' })
    const rules = await server.request(accessRuleList, {}, member)
    expect(rules.map(({ label }) => label)).toEqual(['Mine'])
    expect(await server.request(accessRuleCount, {}, member)).toEqual({ count: 1 })
  })
  test('has rules whose numbers the operator uses too, and gets one of the operator', async () => {
    await addRule({ code: 'X-1', cardclient: client }, member)
    const { id } = await addRule({ label: 'Assigned', code: 'X-1' })
    const assigned = await server.request(accessRuleSet, { id, client }, operator)
    expect(assigned).toMatchObject({ client, label: 'Assigned' })
    expect(assigned.code).toMatch(/^R\d{5}$/)
  })
})
