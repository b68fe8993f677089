import { expect, test } from 'vitest'
import { listBudget, SearchWindows, searchBudget } from './search-windows.ts'

const log = { low: 1, high: 10_000_000 }

/** Runs the windows of one request in a log that takes this long per 10,000 entries. */
function requestOf(msPerFirst: number, budget = searchBudget) {
  const windows = new SearchWindows(budget)
  let [left, spentMs, searched, longestMs] = [log, 0, 0, 0]
  for (let isOpen = true; isOpen; ) {
    const { low, high } = windows.of(left, false)
    const width = high - low + 1
    const tookMs = (width / 10_000) * msPerFirst
    spentMs += tookMs
    longestMs = Math.max(longestMs, tookMs)
    searched += width
    left = { ...left, high: low - 1 }
    isOpen = left.high >= left.low && windows.next(tookMs)
  }
  return { spentMs, searched, longestMs }
}

// Proves L172
test.each([
  ['entries that take long', 4, 75_000],
  ['entries that take little', 0.2, 1_500_000],
  ['hardly any entries', 0.001, 6_000_000],
])('a request searches as much as its time allows: %s', (_, msPerFirst, most) => {
  const { spentMs, searched } = requestOf(msPerFirst)
  expect(spentMs).toBeLessThanOrEqual(30)
  expect(searched).toBeLessThanOrEqual(most)
  expect(searched).toBeGreaterThan(most / 2)
})

// Proves L220
test.each([
  ['entries that take long', 4, 2_500_000],
  ['entries that take little', 0.2, log.high],
])('a list reads short windows for a second: %s', (_, msPerFirst, most) => {
  const { spentMs, searched, longestMs } = requestOf(msPerFirst, listBudget)
  expect(spentMs).toBeLessThanOrEqual(1_000)
  expect(longestMs).toBeLessThanOrEqual(20)
  expect(searched).toBeLessThanOrEqual(most)
  expect(searched).toBeGreaterThan(most / 2)
})

test('a list goes on after a window that took too long', () => {
  const { spentMs, searched } = requestOf(100, listBudget)
  expect(spentMs).toBeGreaterThan(900)
  expect(searched).toBeGreaterThan(90_000)
})

test('a request ends after its first window if that takes too long', () => {
  expect(requestOf(400).searched).toBe(10_000)
})

test('windows follow each other in both directions', () => {
  const windows = new SearchWindows()
  expect(windows.of({ low: 1, high: 25_000 }, false)).toEqual({ low: 15_001, high: 25_000 })
  expect(windows.of({ low: 1, high: 25_000 }, true)).toEqual({ low: 1, high: 10_000 })
  expect(windows.of({ low: 1, high: 500 }, false)).toEqual({ low: 1, high: 500 })
})
