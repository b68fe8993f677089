import { type RawBuilder, sql } from 'kysely'

const hourMs = 3_600_000
const v7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i

/**
 * Narrows the lookup of a row by its id to the partitions of that time: an id (UUID version 7) begins with
 * the milliseconds of its creation. Those of one request may be somewhat earlier than its row.
 */
export const nearId =
  (column: string) =>
  (id: string): RawBuilder<unknown> => {
    const [, high, low] = v7.exec(id) ?? []
    if (high === undefined || low === undefined) return sql`true`
    const ms = Number.parseInt(high + low, 16)
    const at = sql.ref(column)
    // beyond the range of a Date: not an id of this server
    if (ms > 8_000_000_000_000) return sql`false`
    return sql`${at} between ${new Date(ms - hourMs)} and ${new Date(ms + hourMs)}`
  }
