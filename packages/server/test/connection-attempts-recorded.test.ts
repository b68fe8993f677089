import { randomUUID } from 'node:crypto'
import type { ConnectionAttemptReason } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AttemptRecorder } from '../src/modules/connection-attempts/index.ts'
import type { LoggedEvent } from '../src/shared/log-event.ts'
import { systemClock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import type { RejectedHandshake } from '../src/shared/rejected-handshake.ts'
import { net } from './raw-socket.ts'
import { refusedHandshake } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => gateway.close())

let callers = 0
const anAddress = () => `10.9.${callers >> 8}.${callers++ & 255}`
const basic = (user: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`,
})
const attemptsFrom = (address: string) =>
  gateway.fresh.db.selectFrom('connection_attempts').selectAll().where('address', '=', address).execute()
const set = (station: TestStation, columns: object) =>
  gateway.fresh.db.updateTable('stations').set(columns).where('id', '=', station.id).execute()

const plain = (station: Partial<TestStation> & { identity: string }, headers: object, more: object = {}) =>
  refusedHandshake({ url: gateway.url, ...station, headers: headers as never, ...more })

describe('a rejected handshake leaves one row with its reason', () => {
  type Case = [
    reason: ConnectionAttemptReason,
    what: string,
    dial: (station: TestStation, headers: Record<string, string>) => Promise<unknown>,
    of: 'station' | 'account' | 'nothing',
  ]
  const cases: Case[] = [
    ['wrong_key', 'a wrong key', (s, h) => plain({ ...s, key: 'wrong' }, h), 'station'],
    ['no_credentials', 'no key', ({ identity }, h) => plain({ identity }, h), 'station'],
    [
      'wrong_user_name',
      'another user name',
      ({ identity, key }, h) => plain({ identity }, { ...h, ...basic('admin', key) }),
      'station',
    ],
    [
      'unknown_identity',
      'an identity that the account does not have',
      (_, h) => plain({ identity: 'unknown', key: 'x' }, h, { account: 'acc' }),
      'account',
    ],
    [
      'unknown_identity',
      'an identity that no account has',
      (_, h) => plain({ identity: 'unknown', key: 'x' }, h),
      'nothing',
    ],
    [
      'wrong_account',
      'an unknown account code and the correct key',
      (s, h) => plain(s, h, { account: 'nobody' }),
      'station',
    ],
    [
      'wrong_account',
      'an unknown account code and a wrong key',
      (s, h) => plain({ ...s, key: 'wrong' }, h, { account: 'nobody' }),
      'nothing',
    ],
    [
      'disabled',
      'a disabled station',
      async (s, h) => {
        await set(s, { state: 'disabled' })
        expect((await plain(s, h)).status).toBe(403)
      },
      'station',
    ],
    [
      'open_access_expired',
      'no key after keyless access has ended',
      async (s, h) => {
        await set(s, { auth_mode: 'open', open_until: new Date(Date.now() - 1_000) })
        expect((await plain({ identity: s.identity }, h)).status).toBe(401)
      },
      'station',
    ],
    [
      'no_common_subprotocol',
      'another version of OCPP',
      (s, h) => net(gateway.url, s, { ...h, 'Sec-WebSocket-Protocol': 'ocpp2.0.1' }),
      'station',
    ],
    [
      'malformed_request',
      'a version of WebSocket that does not exist',
      (s, h) => net(gateway.url, s, { ...h, 'Sec-WebSocket-Version': '7' }),
      'station',
    ],
    [
      'malformed_request',
      'too many headers',
      (s, h) => plain(s, { ...h, 'x-long': 'y'.repeat(9_000) }),
      'station',
    ],
    [
      'malformed_request',
      'no Upgrade header',
      ({ identity, key }, h) =>
        fetch(`${gateway.url.replace('ws', 'http')}/ocpp/acc/${identity}`, {
          headers: { ...h, ...basic(identity, key), 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
        }),
      'station',
    ],
    [
      'malformed_address',
      'an address with too many parts',
      (s, h) => plain(s, h, { path: `/ocpp/acc/other/${s.identity}` }),
      'station',
    ],
    ['malformed_address', 'an empty address', (s, h) => plain(s, h, { path: '/' }), 'nothing'],
  ]

  // Proves G46, Q6
  test.each(cases)('%s: %s', async (reason, _what, dial, of) => {
    const station = await gateway.addStation()
    const address = anAddress()
    await dial(station, { 'x-forwarded-for': address })
    const rows = await eventually(async () => {
      const found = await attemptsFrom(address)
      return found.length > 0 && found
    })
    expect(rows).toMatchObject([
      {
        reason,
        count: 1,
        account_id: of === 'nothing' ? null : gateway.accountId,
        station_id: of === 'station' ? station.id : null,
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(station.key)
  })

  test('with the user name and the path of the request, and never the key', async () => {
    const { identity, key } = await gateway.addStation()
    const address = anAddress()
    const headers = { 'x-forwarded-for': address, ...basic('admin', key) }
    await refusedHandshake({ url: gateway.url, identity, headers, path: `/ocpp/${identity}/?key=${key}` })
    const [row] = await eventually(async () => {
      const found = await attemptsFrom(address)
      return found.length > 0 && found
    })
    expect(row).toMatchObject({ identity, username: 'admin', path: `/ocpp/${identity}/` })
    expect(JSON.stringify(row)).not.toContain(key)
  })

  test('that counts while it repeats, and keeps the reason of the failure when it is limited', async () => {
    const { identity } = await gateway.addStation()
    const address = anAddress()
    const headers = { 'x-forwarded-for': address }
    for (let n = 0; n < 14; n++)
      await refusedHandshake({ url: gateway.url, identity, key: `wrong ${n}`, headers })
    const rows = await eventually(async () => {
      const found = await attemptsFrom(address)
      return found[0]?.count === 14 && found
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]!.reason).toBe('wrong_key')
    expect(rows[0]!.last_at.getTime()).toBeGreaterThanOrEqual(rows[0]!.first_at.getTime())
    await eventually(async () =>
      gateway.hints.some(
        ({ account, hint }) => account === gateway.accountId && hint.kind === 'connection_attempt.changed',
      ),
    )
  })
})

/** Opens a separate recorder over the database of the server. */
function openRecorder() {
  const events: LoggedEvent[] = []
  const { pool } = gateway.fresh
  const bus = {
    sendHints: async () => {},
    publish: () => Promise.resolve(),
    on: () => () => {},
    onGap: () => () => {},
    close: () => Promise.resolve(),
  }
  const recorder = new AttemptRecorder({
    pool,
    bus,
    clock: systemClock,
    logEvent: (event) => void events.push(event),
  })
  return { recorder, events }
}

const attempt = (of: Partial<RejectedHandshake>): RejectedHandshake => ({
  at: new Date(),
  accountCode: null,
  identity: 'CP',
  address: '192.0.2.9',
  username: null,
  path: '/ocpp/CP',
  reason: 'unknown_identity',
  stationId: null,
  accountId: null,
  ...of,
})

async function addAccount(): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = `a${id.slice(-10)}`
  await gateway.fresh.db.insertInto('accounts').values({ id, code, name: code }).execute()
  return { id, code }
}

async function addStationOf(accountId: string, columns: object = {}): Promise<string> {
  const id = newId()
  await gateway.fresh.db
    .insertInto('stations')
    .values({ id, account_id: accountId, identity: `CP-${id}`, ...columns })
    .execute()
  return id
}

const rowsOf = (column: 'account_id' | 'station_id', id: string | null) =>
  gateway.fresh.db
    .selectFrom('connection_attempts')
    .selectAll()
    .where(column, id === null ? 'is' : '=', id)
    .orderBy('last_at', 'desc')
    .execute()

describe('the rows of connection attempts are limited', () => {
  // Proves L43
  test('of a station: the newest 20 of all addresses and reasons', async () => {
    const { recorder } = openRecorder()
    const { id: accountId } = await addAccount()
    const stationId = await addStationOf(accountId)
    for (let n = 0; n < 50; n++) {
      const at = new Date(Date.now() + n)
      recorder.add(attempt({ at, stationId, accountId, address: `192.0.2.${n}`, reason: 'wrong_key' }))
      if (n % 10 === 9) await recorder.flush()
    }
    const rows = await rowsOf('station_id', stationId)
    expect(rows.map(({ address }) => address)).toEqual(
      Array.from({ length: 20 }, (_, n) => `192.0.2.${49 - n}`),
    )
  })

  // Proves L43, L44
  test('of unknown identities: 200 of an account, 1,000 without one; a flood removes none of other stations', async () => {
    const { recorder } = openRecorder()
    const { id: accountId, code: accountCode } = await addAccount()
    const stationId = await addStationOf(accountId)
    for (let n = 0; n < 30; n++) {
      for (let m = 0; m < 200; m++) {
        recorder.add(attempt({ accountCode, accountId, identity: `CP-${n}-${m}` }))
        recorder.add(
          attempt({ accountCode: `none-${m % 40}`, reason: 'wrong_account', identity: `${n} ${m}` }),
        )
        recorder.add(attempt({ identity: `CP-${n}-${m}` }))
      }
      if (n === 29) recorder.add(attempt({ stationId, accountId, reason: 'wrong_key' }))
      await recorder.flush()
    }
    expect(await rowsOf('station_id', stationId)).toHaveLength(1)
    const ofAccount = await rowsOf('account_id', accountId)
    expect(ofAccount.filter(({ station_id }) => station_id === null)).toHaveLength(200)
    expect(await rowsOf('account_id', null)).toHaveLength(1_000)
    expect(recorder.counts.get('unknown_identity')).toBe(12_000)
  })

  // Proves L45
  test('and so are their texts, which contain no control characters', async () => {
    const { recorder } = openRecorder()
    const { id: accountId } = await addAccount()
    const stationId = await addStationOf(accountId)
    recorder.add(
      attempt({
        stationId,
        accountId,
        accountCode: 'a\0b',
        identity: `x\0\u202e${'😀'.repeat(100)}`,
        username: `\u0007\ud800${'u'.repeat(500)}`,
        path: `/ocpp/\r\n${'p'.repeat(5_000)}`,
        address: 'y'.repeat(500),
      }),
    )
    await recorder.flush()
    const [row] = await rowsOf('station_id', stationId)
    const { identity, username, path, address } = row!
    expect([identity, username!, path, address].map(({ length }) => length)).toEqual([
      expect.any(Number),
      62,
      198,
      64,
    ])
    expect(identity.length).toBeLessThanOrEqual(48)
    expect(`${identity}${username}${path}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })
})

async function addPerson(accountId: string, columns: object = {}): Promise<string> {
  const id = newId()
  await gateway.fresh.db
    .insertInto('users')
    .values({ id, account_id: accountId, username: id, ...columns })
    .execute()
  return id
}
const noticesOf = (userId: string) =>
  gateway.fresh.db.selectFrom('notices').selectAll().where('user_id', '=', userId).execute()

describe('attempts of a station', () => {
  test('are counted from zero after it was connected', async () => {
    const { recorder } = openRecorder()
    const { id: accountId } = await addAccount()
    const stationId = await addStationOf(accountId)
    const wrongKey = () => recorder.add(attempt({ stationId, accountId, reason: 'wrong_key' }))
    wrongKey()
    wrongKey()
    await recorder.flush()
    wrongKey()
    await recorder.flush()
    expect(await rowsOf('station_id', stationId)).toMatchObject([{ count: 3 }])
    await gateway.fresh.db
      .updateTable('stations')
      .set({ last_seen_at: new Date(Date.now() + 1_000) })
      .where('id', '=', stationId)
      .execute()
    const at = new Date(Date.now() + 2_000)
    recorder.add(attempt({ at, stationId, accountId, reason: 'wrong_key' }))
    await recorder.flush()
    expect(await rowsOf('station_id', stationId)).toMatchObject([{ count: 1, first_at: at, last_at: at }])
  })

  test('are discarded without an error when the station is removed before they are written', async () => {
    const { recorder } = openRecorder()
    const { id: accountId } = await addAccount()
    recorder.add(attempt({ stationId: randomUUID(), accountId, identity: 'gone', reason: 'wrong_key' }))
    await recorder.flush()
    expect(await rowsOf('account_id', accountId)).toMatchObject([{ station_id: null, identity: 'gone' }])
  })

  // Proves L46
  test('notify the operators in their language and the event log, once a day', async () => {
    const { recorder, events } = openRecorder()
    const { id: accountId } = await addAccount()
    const stationId = await addStationOf(accountId)
    const [english, german] = [await addPerson(accountId), await addPerson(accountId, { locale: 'de' })]
    const driver = await addPerson(accountId, { interface_code: 'driver' })
    const stranger = await addPerson((await addAccount()).id)
    const reject = (times: number) => {
      for (let n = 0; n < times; n++)
        recorder.add(attempt({ stationId, accountId, reason: 'wrong_key', address: '192.0.2.44' }))
    }
    reject(4)
    await recorder.flush()
    expect(await noticesOf(english)).toEqual([])
    reject(20)
    await recorder.flush()
    recorder.connected(stationId)
    reject(20)
    await recorder.flush()
    const about = { class_code: 'charge_point', object_id: stationId, object_label: `CP-${stationId}` }
    expect(await noticesOf(english)).toMatchObject([about])
    expect((await noticesOf(english))[0]!.text).toContain('192.0.2.44')
    expect((await noticesOf(german))[0]!.text).toContain('Ladestation')
    expect([...(await noticesOf(driver)), ...(await noticesOf(stranger))]).toEqual([])
    expect(events).toMatchObject([
      { type: 'warning', code: 'stations', account: accountId, object: `CP-${stationId}` },
    ])
  })

  // Proves L46
  test('do not notify of a disabled station, nor of more than 20 stations of an account a day', async () => {
    const { recorder } = openRecorder()
    const { id: accountId } = await addAccount()
    const operator = await addPerson(accountId)
    const disabled = await addStationOf(accountId)
    for (let n = 0; n < 5; n++) recorder.add(attempt({ stationId: disabled, accountId, reason: 'disabled' }))
    const stations = await Promise.all(Array.from({ length: 30 }, () => addStationOf(accountId)))
    for (const stationId of stations)
      for (let n = 0; n < 5; n++) recorder.add(attempt({ stationId, accountId, reason: 'wrong_key' }))
    await recorder.flush()
    await recorder.flush()
    const notices = await noticesOf(operator)
    expect(notices).toHaveLength(20)
    expect(notices.map(({ object_id }) => object_id)).not.toContain(disabled)
  })
})
