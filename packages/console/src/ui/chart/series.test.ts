import { describe, expect, it, vi } from 'vitest'
import { bridgeShortGaps, createSeries, isolatedIndices, newest, usualGap, valueAt } from './series.ts'

describe('a series', () => {
  it('grows with pushed readings and notifies its listeners', () => {
    const series = createSeries({ curves: 2 })
    const listener = vi.fn()
    const stop = series.subscribe(listener)
    series.push(1000, [11, 50])
    series.push(2000, [12, undefined])
    stop()
    series.push(3000, [13, 51])
    expect(series.at).toEqual([1000, 2000, 3000])
    expect(series.curves).toEqual([
      [11, 12, 13],
      [50, undefined, 51],
    ])
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('sorts a late reading in and merges an equal instant', () => {
    const series = createSeries({ curves: 1 })
    for (const at of [1000, 3000, 5000]) series.push(at, [at])
    series.push(4000, [4])
    series.push(3000, [3])
    series.push(3000, [null])
    expect(series.at).toEqual([1000, 3000, 4000, 5000])
    expect(series.curves[0]).toEqual([1000, 3, 4, 5000])
  })

  it('draws no line over a period without readings', () => {
    const series = createSeries({ curves: 1, gapAfter: () => 60_000 })
    series.push(0, [1])
    series.push(60_000, [2])
    series.push(200_000, [3])
    expect(series.at).toEqual([0, 60_000, 60_001, 200_000])
    expect(series.curves[0]).toEqual([1, 2, null, 3])
  })

  it('drops the oldest readings at its capacity', () => {
    const series = createSeries({ curves: 1, capacity: 100 })
    for (let at = 0; at < 1000; at += 1) series.push(at, [at])
    expect(series.at.length).toBeLessThanOrEqual(116)
    expect(series.at.length).toBeGreaterThanOrEqual(100)
    expect(series.at.at(-1)).toBe(999)
    expect(series.curves[0]).toHaveLength(series.at.length)
  })

  it('is replaced as a whole', () => {
    const series = createSeries({ curves: 2, capacity: 2 })
    series.push(1, [1, 1])
    series.replace([1, 2, 3], [[1, 2, 3]])
    expect(series.at).toEqual([2, 3])
    expect(series.curves).toEqual([[2, 3], []])
  })
})

describe('gaps', () => {
  it('start where a station is silent much longer than usual', () => {
    expect(usualGap([])).toBe(120_000)
    expect(usualGap([0, 10_000, 20_000])).toBe(120_000)
    expect(usualGap([0, 900_000, 1_800_000, 1_800_001])).toBe(3_600_000)
  })

  it('are bridged where a curve is only sampled less often', () => {
    const at = [0, 10, 20, 30, 200]
    expect(bridgeShortGaps(at, [1, null, null, 2, 3], 60)).toEqual([1, undefined, undefined, 2, 3])
    expect(bridgeShortGaps(at, [1, null, null, null, 3], 60)).toEqual([1, null, null, null, 3])
    expect(bridgeShortGaps(at, [null, 1, null, null, null], 60)).toEqual([null, 1, null, null, null])
  })

  it('leave isolated values, which need a point', () => {
    expect(isolatedIndices([1, null, 2, undefined, null, 3, undefined, 4, null, 5])).toEqual([0, 2, 9])
    expect(isolatedIndices([])).toEqual([])
  })

  it('have no value, but a curve that is sampled less often keeps its last one', () => {
    expect(valueAt([1, undefined, undefined], 2)).toBe(1)
    expect(valueAt([1, null, undefined], 2)).toBeNull()
    expect(newest([1, 2, null, undefined])).toEqual({ index: 1, value: 2 })
    expect(newest([null])).toBeNull()
  })
})
