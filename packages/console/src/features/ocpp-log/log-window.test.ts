import { describe, expect, it } from 'vitest'
import {
  around,
  emptyWindow,
  isNewer,
  type LogPage,
  type LogRow,
  type LogWindow,
  newestKnown,
  released,
  waiting,
  withHead,
  withNewer,
  withOlder,
} from './log-window.ts'

const size = 4
const row = (id: number, part: Partial<LogRow> = {}) =>
  ({ id: String(id), repeats: 1, response: '{}', errorcode: null, ...part }) as LogRow
/** Returns a page of at most four messages, newest first, from one id down to another. */
const page = (from: number, to: number): LogPage => {
  const rows = Array.from({ length: from - to + 1 }, (_, at) => row(from - at))
  return { rows, isFull: rows.length >= size }
}
const until = (id: number) => ({ id: String(id), datetime: '2026-11-23T12:00:00.000Z' })
const ids = (window: LogWindow) => window.rows.map(({ id }) => Number(id))
const full = withHead(emptyWindow, page(9, 6), true)

describe('a window of the log', () => {
  it('distinguishes ids that exceed the precision of a number', () => {
    expect(isNewer('9007199254740994', '9007199254740993')).toBe(true)
    expect(isNewer('10', '9')).toBe(true)
    expect(isNewer('9', '9')).toBe(false)
  })

  it('starts with the newest page', () => {
    expect(ids(full)).toEqual([9, 8, 7, 6])
    expect(full.older).toBe(true)
    expect(withHead(emptyWindow, page(2, 1), true).older).toBe(false)
  })

  it('prepends new messages', () => {
    expect(ids(withHead(full, page(11, 8), true))).toEqual([11, 10, 9, 8, 7, 6])
  })

  it('restarts if a full page of new messages may leave a gap', () => {
    const jumped = withHead(full, page(20, 17), true)
    expect(ids(jumped)).toEqual([20, 19, 18, 17])
    expect(jumped.older).toBe(true)
  })

  it('holds new messages back while the user reads further down, and counts them', () => {
    const reading = withHead(full, page(11, 8), false)
    expect(ids(reading)).toEqual([9, 8, 7, 6])
    expect(waiting(reading, size)).toEqual({ count: 2, more: false })
    expect(waiting(withHead(full, page(20, 17), false), size)).toEqual({ count: 4, more: true })
    expect(ids(released(reading, size))).toEqual([11, 10, 9, 8, 7, 6])
    expect(waiting(released(reading, size), size).count).toBe(0)
  })

  it('updates a row that has grown, and only that one', () => {
    const rows = [row(9, { repeats: 5 }), ...page(8, 6).rows]
    const grown = withHead(full, { rows, isFull: true }, true)
    expect(grown.rows[0]?.repeats).toBe(5)
    expect(grown.rows[1]).toBe(full.rows[1])
    expect(withHead(full, page(9, 6), true).rows.slice(0)).toEqual(full.rows)
  })

  it('appends older messages without duplicates', () => {
    const more = withOlder(full, page(6, 3))
    expect(ids(more)).toEqual([9, 8, 7, 6, 5, 4, 3])
    expect(withOlder(more, page(2, 1)).older).toBe(false)
  })

  it('shows a linked message between its neighbours, regardless of the filter', () => {
    const linked = around(row(5), page(4, 1), page(8, 6))
    expect(ids(linked)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect(linked).toMatchObject({ older: true, newer: false })
    expect(ids(around(row(5), page(5, 2), page(9, 6)))).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
  })

  it('does not jump to the end while there is a gap after a linked message', () => {
    const linked = around(row(5), page(4, 1), page(9, 6))
    const later = withHead(linked, page(30, 27), true)
    expect(ids(later)[0]).toBe(9)
    expect(waiting(later, size)).toEqual({ count: 4, more: true })
    const closed = withNewer(later, page(12, 10))
    expect(ids(closed).slice(0, 4)).toEqual([12, 11, 10, 9])
    expect(closed.newer).toBe(false)
    expect(ids(withHead(closed, page(14, 11), true)).slice(0, 3)).toEqual([14, 13, 12])
  })

  it('keeps the position of a search while new messages arrive, and restarts only if some may be missing', () => {
    const begun = withHead(emptyWindow, { rows: [], isFull: true, until: until(900) }, true)
    const searched = withOlder(begun, { rows: [row(500)], isFull: true, until: until(400) })
    expect(newestKnown(searched)).toBe('900')
    const later = withHead(searched, { rows: [row(1_010)], isFull: true, until: until(890) }, true)
    expect(ids(later)).toEqual([1_010, 500])
    expect(later).toMatchObject({ older: true, olderThan: { id: '400' } })
    const reading = withHead(later, { rows: [row(3_000)], isFull: true, until: until(2_000) }, false)
    expect(ids(reading)).toEqual([1_010, 500])
    expect(released(reading, size)).toMatchObject({ rows: [{ id: '3000' }], olderThan: { id: '2000' } })
  })

  it('drops the oldest messages when it is followed for long', () => {
    let window = withHead(emptyWindow, page(4, 1), true)
    for (let at = 5; at < 2_100; at++) window = withHead(window, page(at, at - 3), true)
    expect(window.rows.length).toBeLessThanOrEqual(2_000)
    expect(window.older).toBe(true)
    expect(window.rows[0]?.id).toBe('2099')
  })
})
