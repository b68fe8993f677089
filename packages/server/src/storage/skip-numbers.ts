import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Numbers per second that exceed the rate of the largest fleet; see `skipNumbers`. */
const perSecond = 5
const shortestGapMs = 60_000
/** Milliseconds by which the clocks of processes may differ; a later time was stored while a clock was ahead. */
const mostAheadMs = 3_600_000
const most = 10_000_000

const sequences = ['transaction_number_block', 'reservation_number_seq', 'request_number_seq'] as const

/**
 * Advances the sequences of OCPP numbers by as many as could have been drawn since a station was last heard
 * from according to this database. A database restored from a backup does not know later numbers, and
 * stations still use them: drawn twice, the late stop of one transaction would end another. After an ordinary
 * restart no number is skipped; a pause of a day costs 432,000 of two thousand million.
 * @returns number of skipped values per sequence
 */
export async function skipNumbers(db: Db, now: Date): Promise<number> {
  const { last } = await db
    .selectFrom('stations')
    .select(({ fn }) => fn.max('last_seen_at').as('last'))
    .where('last_seen_at', '<', new Date(now.getTime() + mostAheadMs))
    .executeTakeFirstOrThrow()
  const gapMs = last ? now.getTime() - last.getTime() : 0
  if (gapMs < shortestGapMs) return 0
  const count = Math.min(Math.ceil((gapMs / 1_000) * perSecond), most)
  for (const name of sequences) {
    const id = sql.table(name)
    // in whole steps: the sequence of transactions counts blocks
    await sql`
      select setval(${name}::regclass, s.last_value + ceil(${count}::numeric / p.seqincrement)::bigint * p.seqincrement)
      from ${id} s, pg_sequence p where p.seqrelid = ${name}::regclass`.execute(db)
  }
  return count
}
