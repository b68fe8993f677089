import {
  adminHealth,
  connectionAttemptCount,
  connectionAttemptList,
  eventLogList,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let testServer: TestServer
let operator: TestUser
let stranger: TestUser
let driver: TestUser
let admin: TestUser
beforeAll(async () => {
  testServer = await TestServer.open()
  operator = await testServer.user('olga')
  stranger = await testServer.user('stan', { accountId: await testServer.addAccount('other') })
  driver = await testServer.user('dora', { interface: 'driver' })
  admin = await testServer.user('adam', { isAdmin: true })
})
afterAll(() => testServer.close())

async function addStation(accountId: string, lastSeenAt: Date | null = null): Promise<string> {
  const id = newId()
  await testServer.db
    .insertInto('stations')
    .values({ id, account_id: accountId, identity: `CP-${id}`, last_seen_at: lastSeenAt })
    .execute()
  return id
}

async function addAttempt(columns: {
  account_id: string | null
  station_id?: string
  identity?: string
  last_at?: Date
}): Promise<string> {
  const id = newId()
  const at = columns.last_at ?? new Date()
  await testServer.db
    .insertInto('connection_attempts')
    .values({
      identity: id,
      address: '192.0.2.1',
      path: '/ocpp/x',
      reason: 'wrong_key',
      first_at: at,
      last_at: at,
      ...columns,
      id,
    })
    .execute()
  return id
}

const idsSeenBy = async (who: TestUser, ids: string[]) =>
  (await testServer.request(connectionAttemptList, { filter: { id: ids } }, who)).map(({ id }) => id).sort()

describe('the list of connection attempts', () => {
  // Proves A8
  test('shows operators those of their own account, administrators all, drivers none', async () => {
    const own = await addAttempt({ account_id: operator.accountId })
    const foreign = await addAttempt({ account_id: stranger.accountId })
    const unassigned = await addAttempt({ account_id: null })
    const all = [own, foreign, unassigned]
    expect(await idsSeenBy(operator, all)).toEqual([own])
    expect(await idsSeenBy(stranger, all)).toEqual([foreign])
    expect(await idsSeenBy(admin, all)).toEqual(all.sort())
    expect(await testServer.request(connectionAttemptCount, { filter: { id: all } }, operator)).toEqual({
      count: 1,
    })
    expect((await testServer.requestError(connectionAttemptList, {}, driver)).status).toBe(403)
  })

  test('names the station that was added after the attempt, within the account', async () => {
    const id = await addAttempt({ account_id: operator.accountId, identity: 'added-later' })
    const shown = async () =>
      (await testServer.request(connectionAttemptList, { filter: { id } }, operator))[0]!
    expect(await shown()).toMatchObject({ stationid: null, resolved: false, accountid: operator.accountId })
    const station = newId()
    await testServer.db
      .insertInto('stations')
      .values({ id: station, account_id: operator.accountId, identity: 'added-later' })
      .execute()
    expect(await shown()).toMatchObject({ stationid: station, resolved: false })
    expect(
      await testServer.request(connectionAttemptList, { filter: { stationid: station } }, operator),
    ).toMatchObject([{ id }])
  })

  test('is resolved once the station was connected after the attempt', async () => {
    const [now, aMinuteAgo] = [new Date(), new Date(Date.now() - 60_000)]
    const account_id = operator.accountId
    const later = await addAttempt({
      account_id,
      station_id: await addStation(account_id, now),
      last_at: aMinuteAgo,
    })
    const earlier = await addAttempt({
      account_id,
      station_id: await addStation(account_id, aMinuteAgo),
      last_at: now,
    })
    const rows = await testServer.request(
      connectionAttemptList,
      { filter: { id: [later, earlier] } },
      operator,
    )
    expect(Object.fromEntries(rows.map(({ id, resolved }) => [id, resolved]))).toEqual({
      [later]: true,
      [earlier]: false,
    })
  })
})

const stationsOf = (server: TestServer) => server.url.replace('http', 'ws')

test('a rejected station has its reason in the list until it connects; metrics count it by its reason', async () => {
  const { key, link, station } = await testServer.request(
    stationSet,
    { id: null, identity: 'FIRST-DAY' },
    operator,
  )
  const path = new URL(link).pathname
  const at = { url: stationsOf(testServer), identity: 'FIRST-DAY', path }
  expect((await refusedHandshake({ ...at, key: 'mistyped' })).status).toBe(401)
  const listed = () =>
    testServer.request(connectionAttemptList, { filter: { stationid: station.id } }, operator)
  await expect
    .poll(listed)
    .toMatchObject([
      { reason: 'wrong_key', username: 'FIRST-DAY', path, count: 1, resolved: false, identity: 'FIRST-DAY' },
    ])
  const { token } = await testServer.signIn('admin')
  const { body } = await testServer.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect(String(body)).toMatch(
    /^stationmaster_station_handshakes_rejected_total\{reason="wrong_key"\} [1-9]/m,
  )
  expect(String(body)).toContain('stationmaster_station_handshakes_rejected_total{reason="disabled"} 0')
  const socket = await RawStation.connect({ ...at, key: key! })
  await expect.poll(listed).toMatchObject([{ reason: 'wrong_key', resolved: true }])
  await socket.close()
})

test('a proxy that TRUST_PROXY does not name is detected when all handshakes come from its address', async () => {
  const behindProxy = await TestServer.open({ TRUST_PROXY: 'off' })
  const someone = await behindProxy.user('adam', { isAdmin: true })
  const seen = async () => (await behindProxy.request(adminHealth, {}, someone)).unknownproxy
  const connect = (headers: Record<string, string>) =>
    refusedHandshake({ url: stationsOf(behindProxy), identity: 'CP', key: 'x', headers })
  try {
    for (let n = 0; n < 3; n++) await connect({})
    expect(await seen()).toBeNull()
    await connect({ 'x-forwarded-for': '192.0.2.1' })
    expect(await seen()).toBe('127.0.0.1')
    await expect
      .poll(() => behindProxy.request(eventLogList, { filter: { code: 'stations' } }, someone))
      .toMatchObject([{ type: 'warning', text: expect.stringContaining('TRUST_PROXY') }])
  } finally {
    await behindProxy.close()
  }
  await refusedHandshake({
    url: stationsOf(testServer),
    identity: 'CP',
    key: 'x',
    headers: { 'x-forwarded-for': '192.0.2.1' },
  })
  expect((await testServer.request(adminHealth, {}, admin)).unknownproxy).toBeNull()
})
