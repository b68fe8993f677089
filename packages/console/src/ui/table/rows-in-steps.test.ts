import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRowsInSteps, withNewRows } from './rows-in-steps.ts'

const idOf = (row: string): string => row
const rowsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)

it('adds at most ten new rows at a time', () => {
  const rows = rowsOf('a', 50)
  expect(withNewRows(rows, idOf, new Set())).toEqual(rows.slice(0, 10))
  expect(withNewRows(rows, idOf, new Set(rows.slice(0, 10)))).toEqual(rows.slice(0, 20))
  expect(withNewRows(rows, idOf, new Set(rows.slice(0, 40)))).toBe(rows)
})

it('shows all rows if few are new, wherever they are', () => {
  const known = rowsOf('a', 50)
  const rows = ['new1', ...known.slice(0, 30), 'new2', ...known.slice(31)]
  expect(withNewRows(rows, idOf, new Set(known))).toBe(rows)
})

const show = () =>
  renderHook(({ rows }) => useRowsInSteps(rows, idOf), { initialProps: { rows: rowsOf('a', 50) } })

describe('the rows of a table', () => {
  const frames: FrameRequestCallback[] = []
  const paint = (): void => act(() => frames.splice(0).forEach((run) => run(0)))
  beforeEach(() => {
    frames.length = 0
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
    vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((frame) => {
      frames[frame - 1] = () => {}
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('follow in the next frames, ten in each', () => {
    const { result } = show()
    const counts = [result.current.length]
    for (let frame = 1; frame < 5; frame++) {
      paint()
      counts.push(result.current.length)
    }
    expect(counts).toEqual([10, 20, 30, 40, 50])
  })

  it('are all shown in the end, also if they are replaced', () => {
    const { result, rerender } = show()
    paint()
    const others = rowsOf('b', 50)
    rerender({ rows: others })
    expect(result.current).toEqual(others.slice(0, 10))
    while (frames.length > 0) paint()
    expect(result.current).toEqual(others)
  })
})
