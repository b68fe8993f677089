import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

/** Returns the events of a station in their order. */
const eventsOf = ({ id }: TestStation) =>
  gateway.fresh.db
    .selectFrom('activity')
    .select(['kind', 'evse_no', 'id_tag', 'transaction_number', 'reported_at', 'message_id', 'details'])
    .where('station_id', '=', id)
    .orderBy('id')
    .execute()
const kindsOf = async (station: TestStation) => (await eventsOf(station)).map(({ kind }) => kind)

const instant = '2026-05-01T10:00:00.000Z'
const status = (socket: RawStation, status: string, more: Record<string, unknown> = {}) =>
  socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status,
    timestamp: instant,
    ...more,
  })

describe('events of a connection', () => {
  test('a connection, its boot and its end are events, heartbeats and meter values are not', async () => {
    const { station, socket } = await gateway.booted()
    await socket.call('Heartbeat', {})
    await socket.call('MeterValues', {
      connectorId: 1,
      meterValue: [{ timestamp: instant, sampledValue: [{ value: '1' }] }],
    })
    await socket.close()
    await expect.poll(() => kindsOf(station)).toHaveLength(3)
    const events = await eventsOf(station)
    expect(events.map(({ kind, details }) => [kind, details])).toEqual([
      ['connected', { address: expect.any(String), protocol: 'ocpp1.6' }],
      ['booted', expect.objectContaining({ status: 'Accepted' })],
      [
        'disconnected',
        { code: expect.any(Number), seconds: expect.any(Number), lastseen: expect.any(String) },
      ],
    ])
  })
})

describe('events of states', () => {
  test('a change of state, error code or vendor error code is an event, a repeated state is not', async () => {
    const { station, socket } = await gateway.booted()
    await status(socket, 'Available')
    await status(socket, 'Available')
    await status(socket, 'Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E-17', info: 'leak' })
    await status(socket, 'Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E-17', info: 'still' })
    await status(socket, 'Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E-18' })
    await status(socket, 'Available')
    const events = (await eventsOf(station)).slice(2)
    expect(events.map(({ kind, evse_no, details }) => [kind, evse_no, details])).toEqual([
      ['state_changed', 1, { to: 'available' }],
      [
        'fault_raised',
        1,
        {
          from: 'available',
          to: 'faulted',
          errorcode: 'GroundFailure',
          vendorerrorcode: 'E-17',
          info: 'leak',
        },
      ],
      [
        'fault_raised',
        1,
        { from: 'faulted', to: 'faulted', errorcode: 'GroundFailure', vendorerrorcode: 'E-18' },
      ],
      ['fault_cleared', 1, { from: 'faulted', to: 'available' }],
    ])
    expect(events[0]!.reported_at?.toISOString()).toBe(instant)
    expect(events[0]!.message_id).toMatch(/^m\d+$/)
    await socket.close()
  })

  test('a state that a station repeats after it has reconnected is no event', async () => {
    const { station, socket } = await gateway.booted()
    for (const connectorId of [0, 1]) await status(socket, 'Unavailable', { connectorId })
    const before = await kindsOf(station)
    await socket.close()
    const again = await gateway.connect(station)
    for (const connectorId of [0, 1]) await status(again, 'Unavailable', { connectorId })
    await again.close()
    await expect
      .poll(async () => (await kindsOf(station)).slice(before.length))
      .toEqual(['disconnected', 'connected', 'disconnected'])
  })

  // Proves L144
  test('the events of a station are limited, and the next one counts those that were left out', async () => {
    const { station, socket } = await gateway.booted()
    let sent = 0
    const change = () => status(socket, sent++ % 2 === 0 ? 'Available' : 'Preparing')
    const begun = performance.now()
    for (let n = 0; n < 320; n++) await change()
    const connected = 2
    const refilled = Math.ceil(((performance.now() - begun) / 60_000) * 30) + 1
    expect((await eventsOf(station)).length).toBeLessThanOrEqual(300 + refilled)
    // until a token has been added
    const leftOut = async () => {
      await change()
      const [newest] = (await eventsOf(station)).slice(-1)
      return (newest?.details as { leftout?: number } | null)?.leftout ?? 0
    }
    await expect.poll(leftOut, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0)
    const events = await eventsOf(station)
    const counted = events.map(({ details }) => (details as { leftout?: number } | null)?.leftout ?? 0)
    expect(events.length - connected + counted.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(sent)
    expect(counted.some((n) => n > 0)).toBe(true)
    await socket.close()
  }, 60_000)
})

const start = (socket: RawStation, idTag: string, connectorId = 1) =>
  socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId,
    idTag,
    meterStart: 0,
    timestamp: new Date(Date.now() - 60_000).toISOString(),
  })
const stop = (socket: RawStation, transactionId: number, meterStop: number) =>
  socket.call('StopTransaction', { transactionId, meterStop, timestamp: new Date().toISOString() })

describe('events of sessions and cards', () => {
  test('a session starts and ends, and a repeated message is no event', async () => {
    await gateway.addCard('CARD-1')
    const { station, socket } = await gateway.booted()
    await socket.call('Authorize', { idTag: 'CARD-1' })
    const { transactionId } = await start(socket, 'CARD-1')
    await stop(socket, transactionId, 900)
    await stop(socket, transactionId, 900)
    const events = (await eventsOf(station)).slice(2)
    expect(events).toMatchObject([
      {
        kind: 'session_started',
        evse_no: 1,
        transaction_number: transactionId,
        details: { status: 'Accepted' },
      },
      {
        kind: 'session_ended',
        evse_no: 1,
        transaction_number: transactionId,
        details: { reason: 'Local', energywh: 900, seconds: expect.any(Number) },
      },
    ])
    await socket.close()
  })

  test('a refused authorization and a refused start are events with their status', async () => {
    const { station, socket } = await gateway.booted()
    await socket.call('Authorize', { idTag: 'UNKNOWN' })
    const { transactionId } = await start(socket, 'UNKNOWN')
    const events = (await eventsOf(station)).slice(2)
    expect(events).toMatchObject([
      {
        kind: 'authorization_refused',
        id_tag: 'UNKNOWN',
        transaction_number: null,
        details: { status: 'Invalid', action: 'Authorize' },
      },
      {
        kind: 'authorization_refused',
        id_tag: 'UNKNOWN',
        evse_no: 1,
        transaction_number: transactionId,
        details: { status: 'Invalid', action: 'StartTransaction' },
      },
      { kind: 'session_started', transaction_number: transactionId },
    ])
    await socket.close()
  })

  test('a session that needs review and an unmatched message are events', async () => {
    await gateway.addCard('CARD-2')
    const { station, socket } = await gateway.booted()
    const first = await start(socket, 'CARD-2')
    await start(socket, 'CARD-2')
    const again = await start(socket, 'OTHER')
    await stop(socket, again.transactionId, 90_000_000)
    await stop(socket, 7, 1)
    const events = (await eventsOf(station)).slice(2)
    expect(events.map(({ kind }) => kind).filter((kind) => !kind.startsWith('session_s'))).toEqual([
      'authorization_refused',
      'session_review',
      'authorization_refused',
      'session_review',
      'session_ended',
      'session_review',
      'message_unmatched',
    ])
    expect(events.find(({ kind }) => kind === 'session_review')).toMatchObject({
      transaction_number: first.transactionId,
      details: { reason: 'ended-without-stop' },
    })
    expect(events.at(-1)).toMatchObject({ details: { action: 'StopTransaction', reason: 'stop-unknown' } })
    await socket.close()
  })

  test('consoles of the account get a hint', () => {
    expect(gateway.hints.some(({ hint }) => hint.kind === 'activity.added')).toBe(true)
  })
})
