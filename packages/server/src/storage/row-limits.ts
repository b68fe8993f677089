import type { ErrorCode } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Refusal, refuse } from '../shared/refusal.ts'
import type { Database } from './tables.gen.ts'
import type { Db, Tx } from './transaction.ts'

type LimitCode = Extract<ErrorCode, `limit.${string}` | `quota.${string}`>

interface Rows {
  table: keyof Database
  /** Column and value that the counted rows share; absent: all rows of the table. */
  owner?: { column: string; value: string }
  /** Further condition. */
  where?: RawBuilder<unknown>
}

/** Rows of which there may be at most `most`. */
interface LimitedRows extends Rows {
  most: number
}

const condition = ({ owner, where = sql`true` }: Rows) =>
  owner ? sql`${sql.ref(owner.column)} = ${owner.value} and ${where}` : where

export async function countRows(db: Db, rows: Rows): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n
    from ${sql.table(rows.table)} where ${condition(rows)}`.execute(db)
  return counted[0]!.n
}

/** Lets transactions with the same key wait for each other, from here to their end. */
export async function lockExclusive(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Refuses further rows (one, or `added`) beyond `most`, and otherwise returns null. Transactions that add rows of
 * one owner wait for each other from here to their end, so that parallel ones cannot exceed the limit.
 * @param code error that names the rows
 */
export async function refuseBeyond(
  tx: Tx,
  rows: LimitedRows & { code?: LimitCode; added?: number },
): Promise<Refusal | null> {
  const { table, owner, most, code = 'limit.reached', added = 1 } = rows
  await lockExclusive(tx, `row limit ${table} ${owner?.value ?? ''}`)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n
    from (select from ${sql.table(table)} where ${condition(rows)} limit ${most}) as present`.execute(tx)
  return counted[0]!.n + added <= most ? null : refuse(code, { limit: most })
}

/** Deletes the rows of an owner except the `most` with the highest value of a column. */
export async function keepNewest(db: Db, rows: LimitedRows & { by: string }): Promise<void> {
  await sql`delete from ${sql.table(rows.table)} where ctid in (
    select ctid from ${sql.table(rows.table)} where ${condition(rows)}
    order by ${sql.ref(rows.by)} desc offset ${rows.most})`.execute(db)
}
