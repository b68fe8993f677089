import type { AnswerOf, ocppLogList } from '@stationmaster/contract'

export type LogRow = AnswerOf<typeof ocppLogList>[number]

/** An unbroken stretch of the log, newest first, and what has come since but is not shown yet. */
export interface LogWindow {
  rows: readonly LogRow[]
  /** There may be older messages. */
  older: boolean
  /** There are newer messages between the first row and the end of the log (a deep link into the past). */
  newer: boolean
  /** The newest page, kept back while somebody reads further down. */
  held: readonly LogRow[]
}

/** A page of the log and whether it was full, so that more may lie behind it. */
export interface LogPage {
  rows: readonly LogRow[]
  isFull: boolean
}

export const emptyWindow: LogWindow = { rows: [], older: false, newer: false, held: [] }

/** A log that is followed for hours must not grow without end. */
const mostFollowed = 2_000

/** Ids are whole numbers beyond what a number can hold. */
export const isNewer = (id: string, than: string): boolean =>
  id.length === than.length ? id > than : id.length > than.length

/** The newest page has come again. Followed, it is shown; otherwise it is kept back. */
export function withHead(window: LogWindow, page: LogPage, isFollowed: boolean): LogWindow {
  const first = window.rows[0]
  if (first === undefined) return { ...emptyWindow, rows: page.rows, older: page.isFull }
  if (window.newer || !isFollowed)
    return { ...window, rows: renewed(window.rows, page.rows), held: page.rows }
  const fresh = page.rows.filter(({ id }) => isNewer(id, first.id))
  // A full page of news may leave a hole behind it: begin anew, the older ones are loaded when scrolled to.
  if (page.isFull && fresh.length === page.rows.length)
    return { rows: page.rows, older: true, newer: false, held: [] }
  const rows = [...fresh, ...renewed(window.rows, page.rows)]
  const isCut = rows.length > mostFollowed
  return {
    rows: isCut ? rows.slice(0, mostFollowed / 2) : rows,
    older: isCut || window.older,
    newer: false,
    held: [],
  }
}

/** Shows what was kept back. */
export const released = (window: LogWindow, pageSize: number): LogWindow =>
  withHead({ ...window, newer: false }, { rows: window.held, isFull: window.held.length >= pageSize }, true)

/** Messages before the last row. */
export function withOlder(window: LogWindow, page: LogPage): LogWindow {
  const last = window.rows.at(-1)
  const before = page.rows.filter(({ id }) => last === undefined || isNewer(last.id, id))
  return { ...window, rows: [...window.rows, ...before], older: page.isFull }
}

/** Messages after the first row, newest first; a page that is not full reaches the end of the log. */
export function withNewer(window: LogWindow, page: LogPage): LogWindow {
  const first = window.rows[0]
  const after = page.rows.filter(({ id }) => first === undefined || isNewer(id, first.id))
  return { ...window, rows: [...after, ...window.rows], newer: page.isFull }
}

/** The stretch around one message. The message itself is shown even where the filter leaves it out. */
export function around(message: LogRow, before: LogPage, after: LogPage): LogWindow {
  const older = before.rows.filter(({ id }) => isNewer(message.id, id))
  const newer = after.rows.filter(({ id }) => isNewer(id, message.id))
  return { rows: [...newer, message, ...older], older: before.isFull, newer: after.isFull, held: [] }
}

/** How many messages wait to be shown; `more` when there may be more than were fetched. */
export function waiting(window: LogWindow, pageSize: number): { count: number; more: boolean } {
  const first = window.rows[0]
  if (first === undefined) return { count: 0, more: false }
  const count = window.held.filter(({ id }) => isNewer(id, first.id)).length
  return { count, more: count >= pageSize || window.newer }
}

/** Heartbeats in a row grow one entry, so a known row may come back changed; others keep their identity. */
function renewed(rows: readonly LogRow[], page: readonly LogRow[]): readonly LogRow[] {
  const byId = new Map(page.map((row) => [row.id, row]))
  const changed = rows.some((row) => isChanged(row, byId.get(row.id)))
  if (!changed) return rows
  return rows.map((row) => {
    const now = byId.get(row.id)
    return isChanged(row, now) ? now : row
  })
}

const isChanged = (row: LogRow, now: LogRow | undefined): now is LogRow =>
  now !== undefined &&
  (now.repeats !== row.repeats || now.response !== row.response || now.errorcode !== row.errorcode)
