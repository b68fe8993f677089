import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import { carModel, newCar } from '../physics/car.ts'
import { manualClock } from '../time/clock.ts'

const bench = useBench()
const car = () => newCar(carModel('compact car'), 40, 80)

describe('a status', () => {
  it('that lasts shorter than MinimumStatusDuration is not reported', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, settings: { MinimumStatusDuration: '5' } })
    station.visits.plugIn(1, car())
    station.visits.unplug(1)
    clock.advance(5_000)
    station.visits.plugIn(2, car())
    clock.advance(5_000)
    await eventually(() => expect(bench.farEnd.statuses(2)).toEqual(['Available', 'Preparing']))
    expect(bench.farEnd.statuses(1)).toEqual(['Available'])
  })

  it('is reported again if the connection closed before the answer', async () => {
    const station = await bench.online()
    let isCut = false
    bench.farEnd.answers.StatusNotification = () => {
      if (isCut) return {}
      isCut = true
      return 'close'
    }
    station.visits.plugIn(1, car())
    await eventually(() => expect(bench.farEnd.statuses(1)).toEqual(['Available', 'Preparing', 'Preparing']))
  })
})

describe('meter values', () => {
  it('are sent at the same times of the day for all connectors, charging or not', async () => {
    const clock = manualClock(Date.parse('2026-01-05T08:07:30.000Z'))
    const station = await bench.online({ clock, settings: { ClockAlignedDataInterval: '900' } })
    for (const minutes of [7.5, 15]) {
      clock.advance(minutes * 60_000)
      await station.until(() => station.isQuiet)
    }
    expect(
      bench.farEnd.of('MeterValues').map((each) => [each.connectorId, each.meterValue[0]!.timestamp]),
    ).toEqual([
      [1, '2026-01-05T08:15:00.000Z'],
      [2, '2026-01-05T08:15:00.000Z'],
      [1, '2026-01-05T08:30:00.000Z'],
      [2, '2026-01-05T08:30:00.000Z'],
    ])
    expect(bench.farEnd.violations).toEqual([])
  })

  it('follow a new interval immediately', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock })
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    await bench.farEnd.command('ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '5' })
    await bench.farEnd.command('ChangeConfiguration', {
      key: 'MeterValuesSampledData',
      value: 'Power.Active.Import',
    })
    clock.advance(5_000)
    await eventually(() => expect(bench.farEnd.of('MeterValues')).toHaveLength(1))
    const [reading] = bench.farEnd.of('MeterValues')
    expect(reading!.meterValue[0]!.sampledValue.map((each) => each.measurand)).toEqual([
      'Power.Active.Import',
    ])
  })
})

describe('a connection', () => {
  it('that is left half-open stays open beside the new one', async () => {
    const station = await bench.online()
    station.reconnect('freeze')
    await station.until((it) => it.isOnline)
    expect(bench.farEnd.open).toBe(2)
    // Commands are sent on the newest one and answered there.
    expect(await bench.farEnd.command('GetLocalListVersion', {})).toEqual({ listVersion: 0 })
    await station.stop()
    await eventually(() => expect(bench.farEnd.open).toBe(0))
  })

  it('that is left has its transactions ended first', async () => {
    const station = await bench.online()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    await station.leave()
    expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ reason: 'Reboot', transactionId: 1001 }])
    await eventually(() => expect(bench.farEnd.open).toBe(0))
  })
})
