import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../test/fleet.ts'
import { carModel, newCar } from './physics/car.ts'
import { manualClock } from './time/clock.ts'

const bench = useBench()
const car = () => newCar(carModel('family car'), 30, 80)

describe('a station that connects', () => {
  it('sends its key as bytes and requests OCPP 1.6', async () => {
    const key = Uint8Array.from({ length: 20 }, (_, index) => 255 - index)
    await bench.online({ key, identity: 'CP/1 ü' })
    const [handshake] = bench.farEnd.handshakes
    expect(handshake?.url).toBe('/ocpp/test/CP%2F1%20%C3%BC')
    expect(handshake?.protocols).toBe('ocpp1.6')
    const shown = Buffer.from(handshake!.authorization.slice('Basic '.length), 'base64')
    expect(shown).toEqual(Buffer.concat([Buffer.from('CP/1 ü:'), key]))
  })

  it('boots, then reports the status of the station and of each connector', async () => {
    await bench.online()
    expect(bench.farEnd.actions()).toEqual([
      'BootNotification',
      'StatusNotification',
      'StatusNotification',
      'StatusNotification',
    ])
    expect(bench.farEnd.of('StatusNotification').map((each) => each.connectorId)).toEqual([0, 1, 2])
    expect(bench.farEnd.violations).toEqual([])
  })

  it('E2 4.2: sends nothing else until its boot is accepted, and boots again after the interval', async () => {
    const outcomes = ['Pending', 'Rejected', 'Accepted']
    bench.farEnd.answers.BootNotification = () => ({
      status: outcomes.shift(),
      currentTime: new Date().toISOString(),
      interval: 600,
    })
    const clock = manualClock()
    const station = bench.station({ clock }).start()
    await station.until(() => station.registration === 'pending')
    clock.advance(599_000)
    expect(bench.farEnd.actions()).toEqual(['BootNotification'])
    clock.advance(1_000)
    await station.until(() => station.registration === 'rejected')
    expect(bench.farEnd.actions()).toHaveLength(2)
    clock.advance(600_000)
    await station.until(() => station.isOnline && station.isQuiet)
    expect(bench.farEnd.actions().slice(0, 4)).toEqual([
      'BootNotification',
      'BootNotification',
      'BootNotification',
      'StatusNotification',
    ])
  })

  it('sends heartbeats at the interval from the boot response', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock })
    expect(station.configuration.text('HeartbeatInterval')).toBe('300')
    for (const count of [1, 2]) {
      clock.advance(300_000)
      await eventually(() => expect(bench.farEnd.of('Heartbeat')).toHaveLength(count))
      await station.until(() => station.isQuiet)
    }
  })

  it('J 5.4: reconnects without a boot and reports only what has changed', async () => {
    const station = await bench.online()
    bench.farEnd.cut()
    await station.until(() => !station.isConnected)
    station.visits.plugIn(2, car())
    const before = bench.farEnd.receivedCalls.length
    await station.until(() => station.isOnline && bench.farEnd.statuses(2).includes('Preparing'))
    await station.until(() => station.isQuiet)
    expect(bench.farEnd.receivedCalls.slice(before).map((call) => call.action)).toEqual([
      'StatusNotification',
    ])
  })

  it('waits as long as a 503 requires, and is accepted then', async () => {
    let refusals = 2
    bench.farEnd.admit = () =>
      refusals-- > 0 ? { status: 503, headers: { 'Retry-After': '0' } } : { status: 101 }
    const station = await bench.online()
    expect(bench.farEnd.handshakes).toHaveLength(3)
    expect(station.lastEnd).toEqual({ kind: 'refused', status: 503 })
  })

  it('closes a connection that does not answer its pings', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, settings: { WebSocketPingInterval: '10' } })
    for (let count = 0; count < 3; count++) {
      clock.advance(10_000)
      // The pong precedes this command on the connection.
      await bench.farEnd.command('ClearCache', {})
    }
    expect(station.isConnected).toBe(true)
    bench.farEnd.freeze()
    clock.advance(20_000)
    expect(station.isConnected).toBe(false)
    expect(station.lastEnd).toMatchObject({ reason: 'no answer to a ping' })
  })

  it('fails a CALL without an answer after its timeout, and drops the late answer', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, callTimeoutMs: 5_000 })
    bench.farEnd.answers.Authorize = () => 'silence'
    const answer = station.call('Authorize', { idTag: 'A' })
    await eventually(() => expect(bench.farEnd.of('Authorize')).toHaveLength(1))
    clock.advance(5_000)
    expect(await answer).toEqual({ kind: 'timeout' })
    bench.farEnd.send(`[3,"${bench.farEnd.receivedCalls.at(-1)!.id}",{"idTagInfo":{"status":"Accepted"}}]`)
    await station.until(() => station.unmatchedAnswers === 1)
  })
})
