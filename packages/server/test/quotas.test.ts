import {
  accountGet,
  accountQuotaGet,
  accountQuotaSet,
  auditList,
  adminUserSet,
  cardAction,
  cardSet,
  signUp,
  stationAction,
  stationSet,
  token,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { password, type Person, TestServer } from './test-server.ts'

let house: TestServer
let admin: Person
beforeAll(async () => {
  house = await TestServer.open({ ACCOUNT_MAX_STATIONS: '2', ACCOUNT_MAX_CARDS: '2', ACCOUNT_MAX_USERS: '3' })
  admin = await house.signIn('admin')
})
afterAll(() => house.close())

/** An operator with an account of their own. */
const operator = async () => {
  const code = `q${newId().slice(-8)}`
  return house.person(code, { accountId: await house.addAccount(code) })
}
const station = () => ({ id: null, identity: `Q-${newId().slice(-10)}` })
const card = () => ({ id: null, code: newId().slice(-12) })
const user = (accountid: string) => ({
  id: null,
  accountid,
  username: `u${newId().slice(-10)}`,
  password: 'long enough for all of them 7',
})
const newcomer = () => ({ username: `s${newId().slice(-10)}`, email: `${newId()}@example.org`, password })
const full = { status: 400, code: 'quota_exceeded' }

test('stations of an account have a limit, for each account its own, and a deleted one comes back only where there is room', async () => {
  const who = await operator()
  const first = await house.ask(stationSet, station(), who)
  await house.ask(stationSet, station(), who)
  const no = await house.refused(stationSet, station(), who)
  expect(no).toMatchObject({ ...full, params: { resource: 'stations', limit: 2, withdeleted: false } })
  expect(no.message).toContain('at most 2 stations')
  expect(no.message).toContain('administrator')
  await house.ask(stationSet, station(), await operator())
  await house.ask(stationAction, { id: first.station.id, action: 'delete' }, who)
  await house.ask(stationSet, station(), who)
  const restore = { id: first.station.id, action: 'restore' }
  expect(await house.refused(stationAction, restore, who)).toMatchObject(full)
  await house.ask(accountQuotaSet, { accountid: who.accountId, maxstations: 3 }, admin)
  await house.ask(stationAction, restore, who)
})

test('cards of an account have a limit, also when a deleted one is restored', async () => {
  const who = await operator()
  const first = await house.ask(cardSet, card(), who)
  await house.ask(cardSet, card(), who)
  expect(await house.refused(cardSet, card(), who)).toMatchObject(full)
  await house.ask(cardAction, { id: first.id, action: 'delete' }, who)
  await house.ask(cardSet, card(), who)
  expect(await house.refused(cardAction, { id: first.id, action: 'restore' }, who)).toMatchObject(full)
})

test('users of an account have a limit, and signing up too', async () => {
  const { accountId } = await operator()
  await house.ask(adminUserSet, user(accountId), admin)
  await house.ask(adminUserSet, user(accountId), admin)
  expect(await house.refused(adminUserSet, user(accountId), admin)).toMatchObject(full)
  const main = { accountid: await house.firstAccount(), maxusers: 2 }
  await house.ask(accountQuotaSet, main, admin)
  const client = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  const reply = await house.post(token.path, client)
  const machine = { token: (reply.body as { access_token: string }).access_token }
  await house.ask(signUp, newcomer(), machine)
  expect(await house.refused(signUp, newcomer(), machine)).toMatchObject(full)
  // who has not confirmed an e-mail keeps nobody out whom an administrator adds
  await house.ask(adminUserSet, user(main.accountid), admin)
  await house.ask(accountQuotaSet, { ...main, maxusers: null }, admin)
})

test.each([
  ['stations', (who: Person) => house.call(stationSet, station(), who)],
  ['cards', (who: Person) => house.call(cardSet, card(), who)],
  ['users', (who: Person) => house.call(adminUserSet, user(who.accountId), admin)],
] as const)('of many %s added at the same time no more than the limit get in', async (what, add) => {
  const who = await operator()
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => add(who)))).map(({ status }) => status)
  // a server that is busy with passwords may also answer 503
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2)
  for (let n = 0; n < 3; n++) await add(who)
  expect((await add(who)).status).toBe(400)
  const { quotas } = await house.ask(accountQuotaGet, { accountid: who.accountId }, admin)
  expect(quotas[what].used).toBe(quotas[what].limit)
})

test('deleted rows do not grow without end', async () => {
  const who = await operator()
  await house.ask(accountQuotaSet, { accountid: who.accountId, maxstations: 1 }, admin)
  for (let n = 0; n < 10; n++) {
    const added = await house.ask(stationSet, station(), who)
    await house.ask(stationAction, { id: added.station.id, action: 'delete' }, who)
  }
  const no = await house.refused(stationSet, station(), who)
  expect(no).toMatchObject({ ...full, params: { resource: 'stations', limit: 10, withdeleted: true } })
  expect(no.message).toContain('at most 10 stations with the deleted ones')
})

test('operators see what they have used, administrators change the limits, and the audit trail shows it', async () => {
  const who = await operator()
  await house.ask(stationSet, station(), who)
  const { quotas } = await house.ask(accountGet, {}, who)
  expect(quotas).toEqual({
    stations: { used: 1, limit: 2 },
    cards: { used: 0, limit: 2 },
    users: { used: 1, limit: 3 },
    logmibperday: { used: 0, limit: 10_240 },
  })
  const day = house.clock.now().toISOString().slice(0, 10)
  await house.fresh.db
    .insertInto('ocpp_log_volumes')
    .values({ account_id: who.accountId, day, bytes: 3.5 * 2 ** 20 })
    .execute()
  expect((await house.ask(accountGet, {}, who)).quotas.logmibperday.used).toBe(3)
  const of = { accountid: who.accountId }
  expect((await house.refused(accountQuotaSet, { ...of, maxstations: 9 }, who)).status).toBe(403)
  expect((await house.refused(accountQuotaGet, of, who)).status).toBe(403)
  const set = await house.ask(accountQuotaSet, { ...of, maxstations: 9, maxlogmibperday: 5 }, admin)
  expect(set).toMatchObject({ maxstations: 9, maxcards: null, quotas: { stations: { used: 1, limit: 9 } } })
  expect((await house.ask(accountGet, {}, who)).quotas.logmibperday.limit).toBe(5)
  expect(await house.refused(accountQuotaGet, { accountid: newId() }, admin)).toMatchObject({ status: 404 })
  expect(await house.refused(accountQuotaSet, { ...of, maxcards: -1 }, admin)).toMatchObject({ status: 400 })
  const entries = await house.ask(auditList, { filter: { objectid: who.accountId } }, admin)
  expect(entries).toMatchObject([{ action: 'quota', after: { max_stations: 9, max_log_mib_per_day: 5 } }])
})
