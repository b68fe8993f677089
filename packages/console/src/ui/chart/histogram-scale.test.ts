import { describe, expect, it } from 'vitest'
import { draggedParts, partsOf, timeMarks } from './histogram-scale.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

describe('a histogram', () => {
  it('labels full hours of a night and days of a month', () => {
    const night = timeMarks(at(23, 18), at(24, 8))
    expect(night.marks).toEqual([18, 20, 22, 24, 26, 28, 30, 32].map((hour) => at(23, hour)))
    const month = timeMarks(at(1, 5), at(30, 5))
    expect(month.marks.length).toBeLessThanOrEqual(10)
    expect(month.marks.every((mark) => new Date(mark).getHours() === 0)).toBe(true)
  })

  it('maps a period to its parts and back', () => {
    const whole = { from: 0, to: 840, parts: 84 }
    expect(partsOf({ from: 100, to: 200 }, whole)).toEqual([10, 20])
    expect(partsOf({ from: 100, to: 101 }, whole)).toEqual([10, 11])
    expect(partsOf({ from: 5_000, to: 9_000 }, whole)).toEqual([83, 84])
    expect(partsOf(null, whole)).toBeNull()
  })

  it('selects every part that a drag touches, in both directions', () => {
    expect(draggedParts(0.1, 0.24, 10)).toEqual([1, 3])
    expect(draggedParts(0.24, 0.1, 10)).toEqual([1, 3])
    expect(draggedParts(0.95, 1.4, 10)).toEqual([9, 10])
    expect(draggedParts(0.3, 0.3, 10)).toEqual([3, 4])
  })
})
