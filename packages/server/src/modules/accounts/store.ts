import { sql, type Updateable } from 'kysely'
import type { LogVolume } from '../../shared/log-volume.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export const findAccount = (db: Db, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const updateAccount = (db: Db, id: string, change: Updateable<Database['accounts']>) =>
  db.updateTable('accounts').set(change).where('id', '=', id).execute()

/** Returns the connected stations of the account, for which a process may have cached its rules. */
export const connectedStations = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('stations')
      .select('id')
      .where('account_id', '=', accountId)
      .where('is_connected', '=', true)
      .execute()
  ).map((row) => row.id)

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

export interface StoredVolume {
  accountId: string
  bytes: number
  limitMib: number
  isNoticed: boolean
}

/** Adds to the volumes of a day and returns the sums with the limits; the first row of a new day replaces the old one. */
export async function addVolumes(
  db: Db,
  volumes: readonly LogVolume[],
  defaultMib: number,
): Promise<StoredVolume[]> {
  // in a fixed order of accounts, so that two processes do not deadlock
  const { rows } = await sql<StoredVolume>`
    insert into ocpp_log_volumes as v (account_id, day, bytes)
    select a.id, x.day, x.bytes
      from jsonb_to_recordset(${JSON.stringify(volumes)}::jsonb) x("accountId" uuid, day date, bytes bigint)
      join accounts a on a.id = x."accountId" order by a.id
    on conflict (account_id) do update set day = greatest(v.day, excluded.day),
      bytes = case when v.day > excluded.day then v.bytes when v.day < excluded.day then excluded.bytes
        else v.bytes + excluded.bytes end
    returning v.account_id as "accountId", v.bytes::float8 as bytes, coalesce(v.notice_day = v.day, false) as "isNoticed",
      coalesce((select max_log_mib_per_day from accounts where id = v.account_id), ${defaultMib}::int) as "limitMib"`.execute(
    db,
  )
  return rows
}

/** Marks the notice of the day as sent; false if it was sent already. */
export async function markNoticed(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`update ocpp_log_volumes set notice_day = day
    where account_id = ${accountId} and notice_day is distinct from day returning 1`.execute(db)
  return rows.length > 0
}

/** Returns the whole MiB of the OCPP log that the stations of an account have written on the day of `now` (UTC). */
export async function usedLogMib(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select (bytes / ${2 ** 20}::bigint)::int as used from ocpp_log_volumes
    where account_id = ${accountId} and day = ${now.toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]?.used ?? 0
}
