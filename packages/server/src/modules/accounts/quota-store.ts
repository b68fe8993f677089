import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Kinds of rows whose number is limited per account. */
export type Counted = 'stations' | 'cards' | 'users'

export interface OwnLimits {
  stations: number | null
  cards: number | null
  users: number | null
  logMibPerDay: number | null
}

const limitColumns = [
  'max_stations as stations',
  'max_cards as cards',
  'max_users as users',
  'max_log_mib_per_day as logMibPerDay',
] as const

/**
 * Returns the account's own limits and blocks other transactions that add to the account. The lock does not
 * conflict with messages of its stations, whose rows only reference the account.
 */
export const lockLimits = (tx: Tx, accountId: string): Promise<OwnLimits | undefined> =>
  tx
    .selectFrom('accounts')
    .select(limitColumns)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findLimits = (db: Db, accountId: string): Promise<OwnLimits | undefined> =>
  db.selectFrom('accounts').select(limitColumns).where('id', '=', accountId).executeTakeFirst()

/** `present`: not deleted; of users only those whose email address is confirmed. `all`: every row. */
export async function countOf(
  db: Db,
  what: Counted,
  accountId: string,
): Promise<{ present: number; all: number }> {
  const isWaiting = what === 'users' ? sql` and not awaits_confirmation` : sql``
  const { rows } = await sql<{ present: number; all: number }>`
    select count(*) filter (where state <> 'deleted'${isWaiting})::int as present, count(*)::int as all
    from ${sql.table(what)} where account_id = ${accountId}`.execute(db)
  return rows[0]!
}
