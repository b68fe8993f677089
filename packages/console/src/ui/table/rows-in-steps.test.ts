import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
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

it('shows all rows in the end, also if they are replaced', () => {
  const commits: number[] = []
  const { result, rerender } = renderHook(
    ({ rows }) => {
      const shown = useRowsInSteps(rows, idOf)
      commits.push(shown.length)
      return shown
    },
    { initialProps: { rows: rowsOf('a', 50) } },
  )
  expect(result.current).toHaveLength(50)
  expect(commits[0]).toBe(10)
  commits.length = 0
  const others = rowsOf('b', 50)
  rerender({ rows: others })
  expect(result.current).toEqual(others)
  expect(commits).toContain(40)
})
