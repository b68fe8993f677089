import { describe, expect, it } from 'vitest'
import { ceilingFor, stepCurve, timeMarks } from './step-curve.ts'

describe('the step curve of a schedule', () => {
  it('keeps each limit until the next period', () => {
    const curve = stepCurve(
      [
        { start: 0, limit: 16 },
        { start: 1800, limit: 8 },
      ],
      3600,
    )
    expect(curve?.steps).toEqual([
      { from: 0, to: 1800, limit: 16 },
      { from: 1800, to: 3600, limit: 8 },
    ])
    expect(curve?.ends).toBe(true)
  })

  it('sorts the rows, prefers the later of two equal starts and drops what is never reached', () => {
    const rows = [
      { start: 600, limit: 8 },
      { start: 0, limit: 16 },
      { start: 0, limit: 32 },
      { start: 4000, limit: 1 },
    ]
    expect(stepCurve(rows, 3600)?.steps).toEqual([
      { from: 0, to: 600, limit: 32 },
      { from: 600, to: 3600, limit: 8 },
    ])
  })

  it('continues for as long as a usual period if the schedule has no duration', () => {
    const curve = stepCurve(
      [
        { start: 0, limit: 1 },
        { start: 900, limit: 2 },
      ],
      null,
    )
    expect(curve?.duration).toBe(1800)
    expect(curve?.ends).toBe(false)
    expect(stepCurve([{ start: 0, limit: 1 }], null)?.duration).toBe(3600)
  })

  it('is null without a valid period', () => {
    expect(stepCurve([], 60)).toBeNull()
    expect(stepCurve([{ start: -5, limit: 1 }], 60)).toBeNull()
    expect(stepCurve([{ start: 90, limit: 1 }], 60)).toBeNull()
  })
})

describe('axes', () => {
  it('end at a round number with some margin', () => {
    expect([0, 6, 16, 32, 7400, 22000].map(ceilingFor)).toEqual([1, 8, 20, 40, 8000, 25000])
  })

  it('have ticks at round times', () => {
    expect(timeMarks(3600)).toEqual([0, 600, 1200, 1800, 2400, 3000, 3600])
    expect(timeMarks(86_400)).toEqual([0, 21_600, 43_200, 64_800, 86_400])
    expect(timeMarks(30)).toEqual([0])
  })
})
