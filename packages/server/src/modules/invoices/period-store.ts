import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Days of a period in a time zone as YYYY-MM-DD, both included, and its instants. */
export interface Period {
  from: string
  to: string
  begins: Date
  ends: Date
}

/** Returns the instants of a period of days in a time zone. */
export async function periodOf(
  db: Db,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<Period> {
  const { rows } = await sql<{
    begins: Date
    ends: Date
  }>`select (${from}::date)::timestamp at time zone ${timeZone} as begins,
    (${to}::date + 1)::timestamp at time zone ${timeZone} as ends`.execute(db)
  return { from, to, ...rows[0]! }
}

/** Returns the day of an instant in a time zone, and the first and last day of the month before. */
export async function dayIn(
  db: Db,
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<{ day: string; year: number; lastMonth: { from: string; to: string } }> {
  const { rows } = await sql<{ day: string; year: number; from: string; to: string }>`
    select d.day::text, extract(year from d.day)::int as year,
      (date_trunc('month', d.day) - interval '1 month')::date::text as "from",
      (date_trunc('month', d.day) - interval '1 day')::date::text as "to"
    from (select (${at}::timestamptz at time zone ${timeZone})::date as day) d`.execute(db)
  const { day, year, from, to } = rows[0]!
  return { day, year, lastMonth: { from, to } }
}

/** Returns a day some days later, as YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
