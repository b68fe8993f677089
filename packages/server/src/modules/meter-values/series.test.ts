import { describe, expect, test } from 'vitest'
import type { Bin } from './list-store.ts'
import { curvesOf, stepFor } from './series.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)
const bin = (minutes: number, measurand: string, value: number, changed: Partial<Bin> = {}): Bin => ({
  at: new Date(start + minutes * minute),
  evseNo: 1,
  measurand,
  phase: null,
  mean: value,
  most: value,
  ...changed,
})

test('uses common time steps that limit the number of points', () => {
  expect(stepFor(3_600_000, 300)).toBe(15_000)
  expect(stepFor(1000, 300)).toBe(1000)
  expect(stepFor(30 * 86_400_000, 300)).toBe(7_200_000 * 3)
  expect((400 * 86_400_000) / stepFor(400 * 86_400_000, 10)).toBeLessThanOrEqual(10)
})

describe('curves', () => {
  // Proves F11
  test('use the total if it is reported, otherwise the phases, and ignore neutral', () => {
    const power = 'Power.Active.Import'
    const phases = ['L1', 'L2', 'L3', 'N'].map((phase) => bin(1, power, 1000, { phase }))
    const { power: curve } = curvesOf(
      [bin(0, power, 7000), bin(0, power, 1, { phase: 'L1' }), ...phases],
      minute,
      null,
    )
    expect(curve).toEqual([7000, 3000])
  })

  test('add up connectors, but not their state of charge', () => {
    const bins = [1, 2].flatMap((evseNo) => [
      bin(0, 'Power.Active.Import', 1000 * evseNo, { evseNo }),
      bin(0, 'SoC', 20 * evseNo, { evseNo }),
    ])
    expect(curvesOf(bins, minute, null)).toMatchObject({ power: [3000], soc: [30] })
  })

  test('count energy from the start of the session, or from the first value', () => {
    const bins = [0, 1, 2].map((n) => bin(n, 'Energy.Active.Import.Register', 5000 + n * 100))
    expect(curvesOf(bins, minute, 4900).energy).toEqual([100, 200, 300])
    expect(curvesOf(bins, minute, null).energy).toEqual([0, 100, 200])
  })

  test('compute power from the meter if none is reported', () => {
    const bins = [0, 1, 2].map((n) => bin(n, 'Energy.Active.Import.Register', 5000 + n * 100))
    expect(curvesOf(bins, minute, 5000).power).toEqual([null, 6000, 6000])
  })

  test('have gaps only where nothing was reported', () => {
    const bins = [0, 1, 2, 3, 30, 31].map((n) => bin(n, 'SoC', n))
    const { at, soc } = curvesOf(bins, minute, null)
    expect(soc).toEqual([0, 1, 2, 3, null, 30, 31])
    expect(at[4]).toBe(start + 4 * minute)
    const slow = [0, 10, 20, 31, 40].map((n) => bin(n, 'SoC', n))
    expect(curvesOf(slow, minute, null).soc).not.toContain(null)
  })

  test('are empty without samples', () => {
    expect(curvesOf([], minute, 0)).toEqual({
      at: [],
      power: [],
      energy: [],
      soc: [],
      current: [],
      voltage: [],
    })
  })
})
