import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

export interface Volume {
  accountId: string
  /** UTC, as `2026-12-31`. */
  day: string
  bytes: number
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
  volumes: readonly Volume[],
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
