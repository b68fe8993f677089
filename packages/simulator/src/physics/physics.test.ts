import { describe, expect, it } from 'vitest'
import { seededRandom } from '../time/random.ts'
import { carModel, carModels, newCar, shareAt, someCar } from './car.ts'
import { flowInto, type Outlet } from './flow.ts'
import { Meter } from './meter.ts'
import { measurands, readSamples } from './samples.ts'

const ac = (powerW: number): Outlet => ({ kind: 'ac', powerW })
const dc = (powerW: number): Outlet => ({ kind: 'dc', powerW })
const long = 3_600

const meter = (outlet: Outlet, speed = 1): Meter => new Meter({ outlet, speed, startWh: 1_000.4, nowMs: 0 })

const read = (outlet: Outlet) => {
  const meter = new Meter({ outlet, speed: 1, startWh: 0, nowMs: 0 })
  const car = newCar(carModel('family car'))
  meter.advance(60_000, car, {})
  return readSamples({ outlet, meter, car }, [...measurands, 'Nonsense'], seededRandom('samples'))
}

describe('power flow into a car', () => {
  it.each([
    ['a car of one phase', ac(22_080), 'small car', {}, 7_360],
    ['a car of three phases', ac(22_080), 'family car', {}, 11_040],
    ['a small outlet', ac(3_680), 'family car', {}, 3_680],
    ['amperes as the limit', ac(22_080), 'family car', { ampere: 10 }, 6_900],
    ['watts as the limit', ac(22_080), 'family car', { powerW: 6_900 }, 6_900],
    ['one phase as the limit', ac(22_080), 'family car', { phases: 1 }, 3_680],
    ['less than 6 A', ac(22_080), 'family car', { ampere: 5.9 }, 0],
    ['DC up to the outlet', dc(50_000), 'saloon', {}, 50_000],
    ['DC up to the car', dc(300_000), 'family car', {}, 135_000],
    ['a car without a DC inlet', dc(50_000), 'plug-in hybrid', {}, 0],
  ])('%s', (_what, outlet, model, limit, powerW) => {
    expect(flowInto(outlet, newCar(carModel(model), 30), { limit, flowingS: long }).powerW).toBeCloseTo(
      powerW,
      3,
    )
  })

  it('names the side that prevents it', () => {
    const car = newCar(carModel('family car'), 80, 80)
    expect(flowInto(ac(11_040), car, { limit: {}, flowingS: long }).blockedBy).toBe('car')
    expect(
      flowInto(ac(11_040), newCar(carModel('family car')), { limit: { ampere: 0 }, flowingS: long })
        .blockedBy,
    ).toBe('station')
  })

  it('ramps up over some seconds', () => {
    const car = newCar(carModel('saloon'))
    const powers = [0, 5, 10, 15, 25].map(
      (seconds) => flowInto(dc(150_000), car, { limit: {}, flowingS: seconds }).powerW,
    )
    expect(powers).toEqual([...powers].sort((a, b) => a - b))
    expect(powers[0]).toBeLessThan(20_000)
    expect(powers.at(-1)).toBe(150_000)
  })

  it.each(carModels.filter((model) => model.dcPowerW > 0).map((model) => [model.name, model] as const))(
    'tapers above 80 %% in the %s',
    (_name, model) => {
      const at = (soc: number): number => shareAt(model.dcCurve, soc)
      expect(at(30)).toBeGreaterThan(0.98)
      expect(at(80)).toBeLessThan(0.7)
      for (let soc = 75; soc < 100; soc++) expect(at(soc + 1)).toBeLessThanOrEqual(at(soc))
    },
  )

  it('uses cars that fit the connector', () => {
    const random = seededRandom('cars')
    for (let count = 0; count < 50; count++) expect(someCar('dc', random).model.dcPowerW).toBeGreaterThan(0)
  })
})

describe('a meter', () => {
  it('counts power over time, and charges the battery with slightly less', () => {
    const car = newCar(carModel('family car'), 20)
    const counted = meter(ac(11_040))
    counted.advance(3_600_000, car, {})
    expect(counted.wh).toBeGreaterThan(1_000 + 11_000)
    expect(counted.wh).toBeLessThanOrEqual(1_000 + 11_040)
    expect(car.socPercent).toBeCloseTo(20 + (11_040 * 0.89 * 100) / 64_000, 0)
  })

  it('counts the same however often it is read', () => {
    const often = meter(dc(100_000))
    const once = meter(dc(100_000))
    const [first, second] = [newCar(carModel('saloon')), newCar(carModel('saloon'))]
    for (let ms = 0; ms <= 600_000; ms += 700) often.advance(ms, first, {})
    often.advance(600_000, first, {})
    once.advance(600_000, second, {})
    expect(Math.abs(often.wh - once.wh)).toBeLessThan(once.wh * 0.005)
  })

  it('counts faster only by the speed factor', () => {
    const counted = meter(ac(11_040), 10)
    counted.advance(60_000, newCar(carModel('family car'), 20), {})
    expect(counted.wh - 1_000).toBeGreaterThan(1_800)
    expect(counted.flow.powerW).toBeCloseTo(11_040, 3)
  })

  it('never decreases, whatever the clock does', () => {
    const random = seededRandom('clock')
    const counted = meter(dc(50_000))
    const car = newCar(carModel('saloon'), 0)
    let last = counted.wh
    for (let step = 0; step < 500; step++) {
      counted.advance(
        random.between(0, 900_000),
        random.chance(0.8) ? car : null,
        random.chance(0.8) ? {} : null,
      )
      expect(counted.wh).toBeGreaterThanOrEqual(last)
      last = counted.wh
    }
    expect(car.socPercent).toBeLessThanOrEqual(100)
  })
})

describe('samples', () => {
  it('of three phases have three currents and voltages, and no state of charge', () => {
    const samples = read(ac(11_040))
    expect(samples.filter((each) => each.measurand === 'Current.Import').map((each) => each.phase)).toEqual([
      'L1',
      'L2',
      'L3',
    ])
    expect(samples.filter((each) => each.measurand === 'Voltage').map((each) => each.phase)).toEqual([
      'L1-N',
      'L2-N',
      'L3-N',
    ])
    expect(samples.some((each) => each.measurand === 'SoC')).toBe(false)
  })

  it('of DC are consistent', () => {
    const samples = read(dc(50_000))
    const value = (name: string): number => Number(samples.find((each) => each.measurand === name)!.value)
    expect(value('Current.Import') * value('Voltage')).toBeCloseTo(value('Power.Active.Import'), -2)
    expect(value('SoC')).toBe(21)
    expect(value('Temperature')).toBeGreaterThan(21)
  })
})
