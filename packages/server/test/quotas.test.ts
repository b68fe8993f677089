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
import { password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open({
    ACCOUNT_MAX_STATIONS: '2',
    ACCOUNT_MAX_CARDS: '2',
    ACCOUNT_MAX_USERS: '3',
  })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

/** Adds an operator with an own account. */
const operator = async () => {
  const code = `q${newId().slice(-8)}`
  return server.user(code, { accountId: await server.addAccount(code) })
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
const full = { status: 400, code: expect.stringMatching(/^quota\./) as string }

// Proves L88
test('stations of an account have a limit, each account its own, and a deleted one is restored only below it', async () => {
  const who = await operator()
  const first = await server.request(stationSet, station(), who)
  await server.request(stationSet, station(), who)
  const no = await server.requestError(stationSet, station(), who)
  expect(no).toMatchObject({ status: 400, code: 'quota.stations', params: { limit: 2 } })
  await server.request(stationSet, station(), await operator())
  await server.request(stationAction, { id: first.station.id, action: 'delete' }, who)
  await server.request(stationSet, station(), who)
  const restore = { id: first.station.id, action: 'restore' }
  expect(await server.requestError(stationAction, restore, who)).toMatchObject(full)
  await server.request(accountQuotaSet, { accountid: who.accountId, maxstations: 3 }, admin)
  await server.request(stationAction, restore, who)
})

// Proves L89
test('cards of an account have a limit, also when a deleted one is restored', async () => {
  const who = await operator()
  const first = await server.request(cardSet, card(), who)
  await server.request(cardSet, card(), who)
  expect(await server.requestError(cardSet, card(), who)).toMatchObject(full)
  await server.request(cardAction, { id: first.id, action: 'delete' }, who)
  await server.request(cardSet, card(), who)
  expect(await server.requestError(cardAction, { id: first.id, action: 'restore' }, who)).toMatchObject(full)
})

// Proves L90
test('users of an account have a limit, and signing up too', async () => {
  const { accountId } = await operator()
  await server.request(adminUserSet, user(accountId), admin)
  await server.request(adminUserSet, user(accountId), admin)
  expect(await server.requestError(adminUserSet, user(accountId), admin)).toMatchObject(full)
  const main = { accountid: await server.firstAccount(), maxusers: 2 }
  await server.request(accountQuotaSet, main, admin)
  const client = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  const reply = await server.post(token.path, client)
  const machine = { token: (reply.body as { access_token: string }).access_token }
  await server.request(signUp, newcomer(), machine)
  expect((await server.requestError(signUp, newcomer(), machine)).code).toBe('sign_up.full')
  // a user without a confirmed email does not keep out a user whom an administrator adds
  await server.request(adminUserSet, user(main.accountid), admin)
  await server.request(accountQuotaSet, { ...main, maxusers: null }, admin)
})

// Proves L88
test.each([
  ['stations', (who: TestUser) => server.call(stationSet, station(), who)],
  ['cards', (who: TestUser) => server.call(cardSet, card(), who)],
  ['users', (who: TestUser) => server.call(adminUserSet, user(who.accountId), admin)],
] as const)('of many %s added at the same time no more than the limit are stored', async (what, add) => {
  const who = await operator()
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => add(who)))).map(({ status }) => status)
  // a server that is busy hashing passwords may also answer 503
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2)
  for (let n = 0; n < 3; n++) await add(who)
  expect((await add(who)).status).toBe(400)
  const { quotas } = await server.request(accountQuotaGet, { accountid: who.accountId }, admin)
  expect(quotas[what].used).toBe(quotas[what].limit)
})

// Proves L91
test('deleted rows are limited', async () => {
  const who = await operator()
  await server.request(accountQuotaSet, { accountid: who.accountId, maxstations: 1 }, admin)
  for (let n = 0; n < 10; n++) {
    const added = await server.request(stationSet, station(), who)
    await server.request(stationAction, { id: added.station.id, action: 'delete' }, who)
  }
  const no = await server.requestError(stationSet, station(), who)
  expect(no).toMatchObject({ status: 400, code: 'quota.stations_with_deleted', params: { limit: 10 } })
})

test('operators see what they have used, administrators change the limits, and the audit trail shows it', async () => {
  const who = await operator()
  await server.request(stationSet, station(), who)
  const { quotas } = await server.request(accountGet, {}, who)
  expect(quotas).toEqual({
    stations: { used: 1, limit: 2 },
    cards: { used: 0, limit: 2 },
    users: { used: 1, limit: 3 },
    logmibperday: { used: 0, limit: 10_240 },
  })
  const day = server.clock.now().toISOString().slice(0, 10)
  await server.fresh.db
    .insertInto('ocpp_log_volumes')
    .values({ account_id: who.accountId, day, bytes: 3.5 * 2 ** 20 })
    .execute()
  expect((await server.request(accountGet, {}, who)).quotas.logmibperday.used).toBe(3)
  const of = { accountid: who.accountId }
  expect((await server.requestError(accountQuotaSet, { ...of, maxstations: 9 }, who)).status).toBe(403)
  expect((await server.requestError(accountQuotaGet, of, who)).status).toBe(403)
  const set = await server.request(accountQuotaSet, { ...of, maxstations: 9, maxlogmibperday: 5 }, admin)
  expect(set).toMatchObject({ maxstations: 9, maxcards: null, quotas: { stations: { used: 1, limit: 9 } } })
  expect((await server.request(accountGet, {}, who)).quotas.logmibperday.limit).toBe(5)
  expect(await server.requestError(accountQuotaGet, { accountid: newId() }, admin)).toMatchObject({
    status: 404,
  })
  expect(await server.requestError(accountQuotaSet, { ...of, maxcards: -1 }, admin)).toMatchObject({
    status: 400,
  })
  const entries = await server.request(auditList, { filter: { objectid: who.accountId } }, admin)
  expect(entries).toMatchObject([{ action: 'quota', after: { max_stations: 9, max_log_mib_per_day: 5 } }])
})
