import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.gen.ts'

/** More than the largest fleet draws; see `skipNumbers`. */
const perSecond = 5
const shortestGapMs = 60_000
const most = 10_000_000

const sequences = ['transaction_number_block', 'reservation_number_seq', 'request_number_seq'] as const

/**
 * Moves the sequences of OCPP numbers on, by as many as could have been drawn since this database last heard of a
 * station. A database that was restored from a backup does not know what was drawn after it, and stations still hold
 * those numbers: drawn twice, the late stop of one session would end another. After an ordinary restart nothing
 * is left out; of two thousand million numbers a pause of a day costs 432 000.
 *
 * @returns how many were left out of each
 */
export async function skipNumbers(db: Kysely<Database>, now: Date): Promise<number> {
  const { last } = await db
    .selectFrom('stations')
    .select(({ fn }) => fn.max('last_seen_at').as('last'))
    .executeTakeFirstOrThrow()
  const gapMs = last ? now.getTime() - last.getTime() : 0
  if (gapMs < shortestGapMs) return 0
  const count = Math.min(Math.ceil((gapMs / 1_000) * perSecond), most)
  for (const name of sequences) {
    const id = sql.table(name)
    // in whole steps: the transactions' own is one of blocks
    await sql`
      select setval(${name}::regclass, s.last_value + ceil(${count}::numeric / p.seqincrement)::bigint * p.seqincrement)
      from ${id} s, pg_sequence p where p.seqrelid = ${name}::regclass`.execute(db)
  }
  return count
}
