import { expect, it } from 'vitest'
import { createChargingSeries, hasSoc, type MeterAnswer, readingsOf, valuesOf } from './charging-series.ts'

const minute = 60_000
const answer: MeterAnswer = {
  transactionid: 7,
  from: '',
  to: '',
  stepms: minute,
  at: [0, 1, 2, 3, 30].map((count) => count * minute),
  power: [1, 2, 3, 4, 5],
  energy: [0, null, null, 30, 40],
  soc: [null, null, null, null, null],
  current: [],
  voltage: [],
}

it('bridges gaps of values that are sampled less often, but not periods without any reading', () => {
  const series = createChargingSeries()
  series.replace(answer.at, readingsOf(answer))
  expect(series.curves[1]).toEqual([0, undefined, undefined, 30, 40])
  expect(hasSoc(series)).toBe(false)
})

it('adds live readings to the curves that they have values for', () => {
  const series = createChargingSeries()
  const reading = {
    station: 's',
    connectorid: 1,
    transactionid: 7,
    at: 0,
    power: 11_000,
    energy: null,
    soc: 40,
  }
  series.push(1000, valuesOf(reading))
  expect(series.curves).toEqual([[11_000], [undefined], [40]])
  expect(hasSoc(series)).toBe(true)
})
