import type { AnswerOf, ocppLogList, ocppLogSearch } from '@stationmaster/contract'

export type LogRow = AnswerOf<typeof ocppLogList>[number]

/** An entry of a log; ids grow with time. */
export interface Entry {
  id: string
}

/** A contiguous part of a log, newest first, and the new messages that are not shown yet. */
export interface LogWindow<Row extends Entry = LogRow> {
  rows: readonly Row[]
  /** True if there may be older messages. */
  older: boolean
  /** Position that a search for older messages has reached, if it is not the last row. */
  olderThan?: Place | null
  /** Position of a search for messages after the first row. */
  newerThan?: Place | null
  /** Id from which on everything up to the end of the log has been searched, if it is above the first row. */
  reached?: string | null
  /**
   * True if there are newer messages between the first row and the end of the log (a deep link into the
   * past).
   */
  newer: boolean
  /** The newest page, held back while the user reads further down. */
  pending: readonly Row[]
  /** End of the newest page that is held back. */
  pendingUntil?: Place | null
}

/** Position in the log, at an entry or between two. */
export type Place = NonNullable<AnswerOf<typeof ocppLogSearch>['until']>

/** A page of the log; `isFull` if more may follow, after `until` if the page was searched for. */
export interface LogPage<Row extends Entry = LogRow> {
  rows: readonly Row[]
  isFull: boolean
  until?: Place | null
}

export const emptyWindow: LogWindow<never> = { rows: [], older: false, newer: false, pending: [] }

/** Limits the memory of a log that is followed for hours. */
const maxFollowedRows = 2_000

/** Ids are integers beyond the precision of a number. */
export const isNewer = (id: string, than: string): boolean =>
  id.length === than.length ? id > than : id.length > than.length

/** Merges a refetched newest page: shown if the log is followed, otherwise held back. */
export function withHead<Row extends Entry>(
  window: LogWindow<Row>,
  page: LogPage<Row>,
  isFollowed: boolean,
): LogWindow<Row> {
  const first = window.rows[0]
  const known = newestKnown(window)
  const restarted = {
    ...emptyWindow,
    rows: page.rows,
    older: page.isFull,
    olderThan: page.until,
    reached: page.until?.id ?? '0',
  }
  if (known === null) return restarted
  if (first !== undefined && (window.newer || !isFollowed))
    return {
      ...window,
      rows: renewed(window.rows, page.rows),
      pending: page.rows,
      pendingUntil: page.until,
    }
  // Between the new messages and the known ones may be others: restart; older ones are loaded on scrolling.
  const end = page.until?.id ?? page.rows.at(-1)?.id
  if (page.isFull && end !== undefined && isNewer(end, known)) return restarted
  const fresh = page.rows.filter(({ id }) => first === undefined || isNewer(id, first.id))
  const rows = [...fresh, ...renewed(window.rows, page.rows)]
  const isCut = rows.length > maxFollowedRows
  return {
    rows: isCut ? rows.slice(0, maxFollowedRows / 2) : rows,
    older: isCut || window.older,
    olderThan: isCut ? null : window.olderThan,
    reached: page.until && isNewer(page.until.id, known) ? page.until.id : window.reached,
    newer: false,
    pending: [],
  }
}

/** Returns the id up to which everything is known from the end of the log; null for a new window. */
export function newestKnown({ rows, reached }: LogWindow<Entry>): string | null {
  const first = rows[0]?.id ?? null
  if (first === null || reached == null) return first ?? reached ?? null
  return isNewer(reached, first) ? reached : first
}

/** Shows the messages that were held back. */
export const released = <Row extends Entry>(window: LogWindow<Row>, pageSize: number): LogWindow<Row> =>
  withHead(
    { ...window, newer: false },
    {
      rows: window.pending,
      isFull:
        window.pendingUntil === undefined ? window.pending.length >= pageSize : window.pendingUntil !== null,
      until: window.pendingUntil,
    },
    true,
  )

/** Appends the messages before the last row. */
export function withOlder<Row extends Entry>(window: LogWindow<Row>, page: LogPage<Row>): LogWindow<Row> {
  const last = window.rows.at(-1)
  const before = page.rows.filter(({ id }) => last === undefined || isNewer(last.id, id))
  return { ...window, rows: [...window.rows, ...before], older: page.isFull, olderThan: page.until }
}

/**
 * Prepends the messages after the first row, newest first; a page that is not full reaches the end of the
 * log.
 */
export function withNewer(window: LogWindow, page: LogPage): LogWindow {
  const first = window.rows[0]
  const after = page.rows.filter(({ id }) => first === undefined || isNewer(id, first.id))
  return { ...window, rows: [...after, ...window.rows], newer: page.isFull, newerThan: page.until }
}

/** Returns the part around one message. The message itself is shown even if the filter excludes it. */
export function around(message: LogRow, before: LogPage, after: LogPage): LogWindow {
  const older = before.rows.filter(({ id }) => isNewer(message.id, id))
  const newer = after.rows.filter(({ id }) => isNewer(id, message.id))
  return {
    rows: [...newer, message, ...older],
    older: before.isFull,
    olderThan: before.until,
    newer: after.isFull,
    newerThan: after.until,
    pending: [],
  }
}

/** Returns the number of messages held back; `more` if there may be more than were fetched. */
export function waiting(window: LogWindow<Entry>, pageSize: number): { count: number; more: boolean } {
  const first = window.rows[0]
  if (first === undefined) return { count: 0, more: false }
  const count = window.pending.filter(({ id }) => isNewer(id, first.id)).length
  return { count, more: count >= pageSize || window.newer }
}

/** Consecutive heartbeats share one entry, so a known row may change; other rows keep their identity. */
function renewed<Row extends Entry>(rows: readonly Row[], page: readonly Row[]): readonly Row[] {
  const byId = new Map(page.map((row) => [row.id, row]))
  const changed = rows.some((row) => isChanged(row, byId.get(row.id)))
  if (!changed) return rows
  return rows.map((row) => {
    const now = byId.get(row.id)
    return isChanged(row, now) ? now : row
  })
}

const isChanged = <Row extends Entry>(row: Row, now: Row | undefined): now is Row =>
  now !== undefined && now !== row && JSON.stringify(now) !== JSON.stringify(row)
