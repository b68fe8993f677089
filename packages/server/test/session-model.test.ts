import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import type { RawStation } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

/** An hour ago, so that no reported time is in the future. */
const base = Date.now() - 3_600_000
const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString()

const report = (socket: RawStation, connectorId: number, status: string, minutes: number) =>
  socket.call('StatusNotification', { connectorId, errorCode: 'NoError', status, timestamp: at(minutes) })

test('a connector of OCPP 1.6 is an EVSE with one connector, the station itself has none', async () => {
  const { station, socket } = await gateway.booted()
  await report(socket, 0, 'Available', 0)
  await report(socket, 1, 'Available', 0)
  await report(socket, 2, 'Charging', 0)
  await socket.call('StartTransaction', { connectorId: 3, idTag: 'T', meterStart: 0, timestamp: at(1) })
  const connectors = await gateway.fresh.db
    .selectFrom('connectors as k')
    .innerJoin('evses as e', 'e.id', 'k.evse_id')
    .select(['e.evse_no', 'k.connector_no', 'k.state'])
    .where('e.station_id', '=', station.id)
    .orderBy('e.evse_no')
    .execute()
  // the state of the EVSE is that of its connector
  expect(connectors).toEqual([1, 2, 3].map((evse_no) => ({ evse_no, connector_no: 1, state: null })))
})

const start = async (socket: RawStation, minutes: number, more: Record<string, unknown> = {}) =>
  (
    await socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: 'TAG',
      meterStart: 1_000,
      timestamp: at(minutes),
      ...more,
    })
  ).transactionId

const stop = (socket: RawStation, transactionId: number, minutes: number, reason = 'Local') =>
  socket.call('StopTransaction', { transactionId, meterStop: 9_000, timestamp: at(minutes), reason })

const register = (socket: RawStation, transactionId: number, minutes: number, value: number) =>
  socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: at(minutes), sampledValue: [{ value: String(value), unit: 'Wh' }] }],
  })

const stored = async (number: number) =>
  (await gateway.fresh.db.selectFrom('transactions').selectAll().where('number', '=', number).execute())[0]!

const statesOf = async (number: number) =>
  (
    await gateway.fresh.db
      .selectFrom('transaction_states as s')
      .innerJoin('transactions as t', 't.id', 's.transaction_id')
      .select(['s.state', 's.at'])
      .where('t.number', '=', number)
      .orderBy('s.at')
      .execute()
  ).map((row) => `${row.state} ${(row.at.getTime() - base) / 60_000}`)

test('a start is stored with its protocol, the id of the station, its connector and its authorization', async () => {
  const code = `T${newId().slice(-10)}`
  await gateway.addCard(code)
  await gateway.fresh.db
    .updateTable('cards')
    .set({ token_type: 'Central' })
    .where('code', '=', code)
    .execute()
  const { socket } = await gateway.booted()
  const accepted = await start(socket, 1, { idTag: code })
  expect(await stored(accepted)).toMatchObject({
    protocol: 'ocpp1.6',
    station_ref: String(accepted),
    evse_no: 1,
    connector_no: 1,
    token_type: 'Central',
    authorised_at: new Date(at(1)),
    revision: 0,
  })
  const refused = await start(socket, 2, { connectorId: 0, idTag: 'unknown' })
  expect(await stored(refused)).toMatchObject({
    evse_no: null,
    connector_no: null,
    token_type: null,
    authorised_at: null,
    decision: 'Invalid',
  })
})

describe('the beginning of the energy', () => {
  test('is the first register above the start, in whatever order the values arrive', async () => {
    const { socket } = await gateway.booted()
    const number = await start(socket, 1)
    await register(socket, number, 2, 1_000)
    expect((await stored(number)).energy_started_at).toBeNull()
    await register(socket, number, 5, 1_400)
    await register(socket, number, 4, 1_200)
    await register(socket, number, 6, 1_600)
    expect(await stored(number)).toMatchObject({ energy_started_at: new Date(at(4)), revision: 0 })
  })

  test('is the first state Charging if that is earlier', async () => {
    const { socket } = await gateway.booted()
    await report(socket, 1, 'Preparing', 0)
    const number = await start(socket, 1)
    await report(socket, 1, 'Charging', 3)
    await register(socket, number, 5, 1_400)
    expect(await stored(number)).toMatchObject({ energy_started_at: new Date(at(3)) })
  })

  test('is the start if the station reported Charging before', async () => {
    const { socket } = await gateway.booted()
    await report(socket, 1, 'Charging', 0)
    const number = await start(socket, 1)
    expect(await stored(number)).toMatchObject({ energy_started_at: new Date(at(1)) })
    expect(await statesOf(number)).toEqual(['charging 1'])
  })

  test('raises the revision if it gets known after the end', async () => {
    const { socket } = await gateway.booted()
    const number = await start(socket, 1)
    await register(socket, number, 6, 1_600)
    await stop(socket, number, 9)
    expect(await stored(number)).toMatchObject({ state: 'finished', revision: 0 })
    await register(socket, number, 4, 1_200)
    const corrected = await stored(number)
    expect(corrected).toMatchObject({ energy_started_at: new Date(at(4)), revision: 1 })
    await register(socket, number, 4, 1_200)
    expect(await stored(number)).toEqual(corrected)
  })
})

describe('the states of a transaction', () => {
  test('are stored until the vehicle leaves, also after the stop and over another connection', async () => {
    const { station, socket } = await gateway.booted()
    const number = await start(socket, 1)
    await report(socket, 1, 'Charging', 2)
    await report(socket, 1, 'Charging', 2)
    await report(socket, 1, 'Charging', 3)
    await report(socket, 2, 'Charging', 3)
    await report(socket, 1, 'SuspendedEV', 4)
    await report(socket, 1, 'SuspendedEVSE', 5)
    await stop(socket, number, 6)
    await socket.close()
    const again = await gateway.connect(station)
    await report(again, 1, 'Finishing', 7)
    await report(again, 1, 'Available', 8)
    await report(again, 1, 'Faulted', 9)
    expect(await statesOf(number)).toEqual([
      'charging 2',
      'suspendedev 4',
      'suspendedevse 5',
      'finishing 7',
      'available 8',
    ])
    expect(await stored(number)).toMatchObject({ revision: 0 })
  })

  test('that arrive late get their place by the time of the station', async () => {
    const { socket } = await gateway.booted()
    const number = await start(socket, 1)
    await report(socket, 1, 'SuspendedEV', 5)
    await report(socket, 1, 'Charging', 2)
    await report(socket, 1, 'Charging', 2)
    await report(socket, 1, 'Charging', 0)
    expect(await statesOf(number)).toEqual(['charging 2', 'suspendedev 5'])
    expect(await stored(number)).toMatchObject({ energy_started_at: new Date(at(2)) })
  })

  // Proves L138
  test('are limited to a thousand per transaction', async () => {
    const { station, socket } = await gateway.booted()
    const number = await start(socket, 0)
    const { id } = await stored(number)
    await gateway.fresh.pool.query(
      `insert into transaction_states (transaction_id, at, state, received_at)
       select $1, $2::timestamptz + n * interval '1 ms', 'charging', now() from generate_series(1, 999) n`,
      [id, at(1)],
    )
    await socket.close()
    const again = await gateway.connect(station)
    await report(again, 1, 'Charging', 2)
    await report(again, 1, 'SuspendedEV', 3)
    const states = await statesOf(number)
    expect(states).toHaveLength(1_000)
    expect(states.at(-1)).toBe('charging 2')
    const next = await start(again, 4)
    await report(again, 1, 'Charging', 5)
    expect(await statesOf(next)).toEqual(['charging 5'])
  })
})

const interrupted = async (reason = 'PowerLoss') => {
  const { station, socket } = await gateway.booted()
  await report(socket, 1, 'Preparing', 0)
  const first = await start(socket, 1)
  await report(socket, 1, 'Charging', 2)
  return { station, socket, first, end: (minutes: number) => stop(socket, first, minutes, reason) }
}

describe('a transaction after a loss of power', () => {
  test.each(['PowerLoss', 'Reboot'])(
    'continues the one of the same card that ended with %s',
    async (reason) => {
      const { socket, first, end } = await interrupted(reason)
      await end(5)
      const second = await start(socket, 34)
      await stop(socket, second, 40, reason)
      const third = await start(socket, 41)
      const [one, two, three] = [await stored(first), await stored(second), await stored(third)]
      expect(one.continues_id).toBeNull()
      expect(two.continues_id).toBe(one.id)
      expect(three.continues_id).toBe(two.id)
    },
  )

  test('continues it also if the stop arrives after the start', async () => {
    const { socket, first, end } = await interrupted()
    const second = await start(socket, 10)
    expect((await stored(second)).continues_id).toBeNull()
    await end(5)
    expect((await stored(second)).continues_id).toBe((await stored(first)).id)
  })

  test.each([
    ['another card', { idTag: 'OTHER' }, 10],
    ['another connector', { connectorId: 2 }, 10],
    ['more than half an hour', {}, 36],
  ])('continues nothing in case of %s', async (_case, more, minutes) => {
    const { socket, end } = await interrupted()
    await end(5)
    expect((await stored(await start(socket, minutes, more))).continues_id).toBeNull()
  })

  test('continues nothing after another reason, or if the connector was Available', async () => {
    const local = await interrupted('Local')
    await local.end(5)
    expect((await stored(await start(local.socket, 10))).continues_id).toBeNull()
    const free = await interrupted()
    await free.end(5)
    await report(free.socket, 1, 'Available', 6)
    await report(free.socket, 1, 'Preparing', 7)
    expect((await stored(await start(free.socket, 10))).continues_id).toBeNull()
  })
})

const now = () => new Date().toISOString()
const command = async (stationId: string, request: object, more: Record<string, unknown> = {}) => {
  const id = newId()
  const sent = new Date()
  await gateway.fresh.db
    .insertInto('commands')
    .values({
      id,
      run_id: newId(),
      account_id: gateway.accountId,
      station_id: stationId,
      action: 'RemoteStartTransaction',
      request: JSON.stringify(request),
      state: 'accepted',
      sent_at: sent,
      answered_at: sent,
      expires_at: sent,
      ...more,
    })
    .execute()
  return id
}

const startNow = async (socket: RawStation, more: Record<string, unknown> = {}) =>
  stored(await start(socket, 0, { timestamp: now(), ...more }))

describe('a remote start', () => {
  test('leads to one transaction of its card and connector', async () => {
    const { station, socket } = await gateway.booted()
    const id = await command(station.id, { idTag: 'tag', connectorId: 1 })
    expect((await startNow(socket, { connectorId: 2 })).command_id).toBeNull()
    expect((await startNow(socket, { idTag: 'OTHER', connectorId: 1 })).command_id).toBeNull()
    expect((await startNow(socket)).command_id).toBe(id)
    expect((await startNow(socket, { meterStart: 2_000 })).command_id).toBeNull()
  })

  test('without a connector leads to a transaction of any, also before its response is stored', async () => {
    const { station, socket } = await gateway.booted()
    const id = await command(station.id, { idTag: 'TAG' }, { state: 'sent', answered_at: null })
    expect((await startNow(socket, { connectorId: 3 })).command_id).toBe(id)
  })

  test('leads to a transaction whose tag contains u0000, and whatever type its connector has', async () => {
    const { station, socket } = await gateway.booted()
    const id = await command(station.id, { idTag: 'menu0000', connectorId: 'x' })
    expect((await startNow(socket, { idTag: 'menu0000' })).command_id).toBeNull()
    await gateway.fresh.db
      .updateTable('commands')
      .set({ request: '{"idTag":"menu0000"}' })
      .where('id', '=', id)
      .execute()
    expect((await startNow(socket, { idTag: 'menu0000', meterStart: 2_000 })).command_id).toBe(id)
  })

  test('leads to nothing if it was rejected, too long ago, or for another station', async () => {
    const { station, socket } = await gateway.booted()
    const { station: other } = await gateway.booted()
    const earlier = new Date(Date.now() - 130_000)
    await command(station.id, { idTag: 'TAG' }, { state: 'rejected' })
    await command(station.id, { idTag: 'TAG' }, { sent_at: earlier, answered_at: earlier })
    await command(other.id, { idTag: 'TAG' })
    expect((await startNow(socket)).command_id).toBeNull()
    await command(station.id, { idTag: 'TAG' })
    // started long before the command, and sent only now
    expect((await stored(await start(socket, 5))).command_id).toBeNull()
  })
})
