import { type RawBuilder, sql } from 'kysely'
import type { StationPlace } from '../../shared/station-connection.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { hasAutomaticList, placeOfStation } from '../stations/index.ts'
import { capacityKey, enabledKey, limitKey } from './local-list.ts'

/** A station whose list is generated. */
export interface SyncStation {
  id: string
  accountId: string
  place: StationPlace
  evses: number[]
  /** Values of configuration keys; null: not reported. */
  capacity: string | null
  limit: string | null
  enabled: string | null
  /** Version known to be at the station; null: unknown. */
  version: number | null
  confirmedVersion: number | null
  digest: string | null
  isOutdated: boolean
  isVerified: boolean
  wantedDigest: string | null
  /** True if it is connected and no process sends to it. */
  isReachable: boolean
  /** True during the pause after a failure. */
  isPaused: boolean
}

const tables = sql`stations s join accounts a on a.id = s.account_id
  left join local_list_syncs y on y.station_id = s.id left join local_lists l on l.station_id = s.id`

const isUnchecked = (now: Date) => sql`(y.checked_at is null or y.checked_at < a.local_lists_changed_at
  or y.checked_at < ${now}::timestamptz - interval '1 hour')`

const isReachable = (now: Date) => sql`(s.is_connected and s.boot_status = 'Accepted'
  and coalesce(y.leased_until < ${now}::timestamptz, true))`

/** A new connection ends the pause. */
const isPaused = (now: Date) => sql`coalesce(y.next_attempt_at > ${now}::timestamptz
  and s.connection_changed_at <= y.attempted_at, false)`

const isDue = (now: Date) => sql`((y.outdated_since is not null or not y.is_verified)
  and ${isReachable(now)} and not ${isPaused(now)})`

const keyOf = (key: string) =>
  sql`(select c.value from station_configuration c where c.station_id = s.id and c.key = ${key})`

const columns = (now: Date): RawBuilder<unknown> => sql`s.id, s.account_id as "accountId",
  ${sql.raw(placeOfStation)} as place,
  array(select e.evse_no from evses e where e.station_id = s.id and e.evse_no > 0 order by 1) as evses,
  ${keyOf(capacityKey)} as capacity, ${keyOf(limitKey)} as "limit", ${keyOf(enabledKey)} as enabled,
  l.version, y.version_confirmed as "confirmedVersion", y.digest,
  y.outdated_since is not null as "isOutdated", coalesce(y.is_verified, false) as "isVerified",
  y.wanted_digest as "wantedDigest", ${isReachable(now)} as "isReachable", ${isPaused(now)} as "isPaused"`

/** Returns the accounts with stations whose list has to be checked or sent. */
export async function findAccounts(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.account_id as id from ${tables}
    where ${hasAutomaticList} and s.state <> 'deleted' and (${isUnchecked(now)} or ${isDue(now)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the next stations of an account whose list has to be checked or sent, by their ids. */
export async function findSyncStations(
  db: Db,
  accountId: string,
  { after, most, now }: { after: string | null; most: number; now: Date },
): Promise<SyncStation[]> {
  const { rows } = await sql<SyncStation>`
    select ${columns(now)} from ${tables}
    where s.account_id = ${accountId} and ${hasAutomaticList} and s.state <> 'deleted'
      and (${isUnchecked(now)} or ${isDue(now)}) ${after === null ? sql`` : sql`and s.id > ${after}`}
    order by s.id limit ${most}`.execute(db)
  return rows
}

/** Returns a station if its list is generated. */
export async function findSyncStation(db: Db, id: string, now: Date): Promise<SyncStation | null> {
  const { rows } = await sql<SyncStation>`
    select ${columns(now)} from ${tables} where s.id = ${id} and ${hasAutomaticList}`.execute(db)
  return rows[0] ?? null
}

/** Returns a station whether its list is generated or sent by users. */
export async function findListStation(db: Db, id: string, now: Date): Promise<SyncStation | null> {
  const { rows } = await sql<SyncStation>`select ${columns(now)} from ${tables} where s.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Result of the check of one station. */
export interface Checked {
  id: string
  /** Null: the station has not reported how many entries it accepts. */
  digest: string | null
  entries: number | null
  omitted: number | null
  isCurrent: boolean
}

/** True if an attempt that began since the time knows more of the station than a check or a boot of that time. */
const hasAttemptSince = (time: RawBuilder<unknown>) => sql`coalesce(y.attempted_at > ${time}, false)`

/**
 * Stores the results of a check that read the cards at `readAt`. A list that changed is sent again immediately. A check
 * that could not generate a list, because it read the station before an attempt asked for its limits, leaves the
 * list and the pause of that attempt.
 */
export async function storeChecked(db: Db, checked: readonly Checked[], readAt: Date): Promise<void> {
  const values = <K extends keyof Checked>(name: K) => checked.map((one) => one[name])
  const isKnown = sql`(excluded.wanted_digest is not null or not ${hasAttemptSince(sql`${readAt}::timestamptz`)})`
  const isSame = sql`(not ${isKnown} or y.wanted_digest is not distinct from excluded.wanted_digest)`
  await sql`
    insert into local_list_syncs as y (station_id, checked_at, wanted_digest, entries, omitted, outdated_since)
    select c.id, ${readAt}::timestamptz, c.digest, c.entries, c.omitted,
      case when not c.is_current then ${readAt}::timestamptz end
    from unnest(${values('id')}::uuid[], ${values('digest')}::text[], ${values('entries')}::int[],
      ${values('omitted')}::int[], ${values('isCurrent')}::boolean[]) as c (id, digest, entries, omitted, is_current)
    on conflict (station_id) do update set checked_at = excluded.checked_at,
      wanted_digest = case when ${isKnown} then excluded.wanted_digest else y.wanted_digest end,
      entries = case when ${isKnown} then excluded.entries else y.entries end,
      omitted = case when ${isKnown} then excluded.omitted else y.omitted end,
      outdated_since = case when excluded.outdated_since is not null then coalesce(y.outdated_since, excluded.outdated_since) end,
      error_code = case when excluded.outdated_since is not null then y.error_code end,
      error_params = case when excluded.outdated_since is not null then y.error_params end,
      attempts = case when ${isSame} then y.attempts else 0 end,
      next_attempt_at = case when ${isSame} then y.next_attempt_at end`.execute(db)
}

/** Minutes between attempts: 1 after the first, doubled up to 6 hours. */
const maxPauseMinutes = 360

/** Reserves a station for one server process; false if another one sends to it. A failure repeats after a pause. */
export async function leaseStation(
  db: Db,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update local_list_syncs set leased_until = ${until}, attempted_at = ${now}::timestamptz, attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz
        + interval '1 minute' * least(2 ^ least(attempts, 20), ${sql.lit(maxPauseMinutes)})
    where station_id = ${id} and (leased_until is null or leased_until < ${now}::timestamptz)
    returning station_id`.execute(db)
  return rows.length > 0
}

const update = (db: Db, id: string) => db.updateTable('local_list_syncs').where('station_id', '=', id)

export const storeSent = (
  db: Db,
  id: string,
  sent: { version: number; digest: string; now: Date; until: Date },
) =>
  update(db, id)
    .set({
      version_sent: sent.version,
      wanted_digest: sent.digest,
      sent_at: sent.now,
      leased_until: sent.until,
    })
    .execute()

/** Stores that the station has the generated list. */
export const storeConfirmed = (
  db: Db,
  id: string,
  of: {
    version: number
    list: { digest: string; entries: readonly unknown[]; omitted: number }
    readAt: Date
    now: Date
  },
) =>
  update(db, id)
    .set({
      version_confirmed: of.version,
      confirmed_at: of.now,
      digest: of.list.digest,
      wanted_digest: of.list.digest,
      entries: of.list.entries.length,
      omitted: of.list.omitted,
      checked_at: of.readAt,
      is_verified: true,
      outdated_since: null,
      error_code: null,
      error_params: null,
      attempts: 0,
      next_attempt_at: null,
      leased_until: null,
    })
    .execute()

/** Stores that the list is not yet at the station, and why; without an error the rest is sent at `next`. */
export const storeUnfinished = (
  db: Db,
  id: string,
  { error, next }: { error: { code: string; params: object | undefined } | null; next?: Date },
) =>
  update(db, id)
    .set({
      error_code: error?.code ?? null,
      error_params: error?.params ? JSON.stringify(error.params) : null,
      outdated_since: sql`coalesce(outdated_since, attempted_at)`,
      leased_until: null,
      ...(next && { next_attempt_at: next, attempts: 0 }),
    })
    .execute()

/** Notes that a user or the station changed the list, so that it has to be compared again. */
export const resetConfirmed = (tx: Tx, id: string) =>
  update(tx, id).set({ digest: null, checked_at: null }).execute()

/** An accepted BootNotification of a station. */
export interface Boot {
  id: string
  at: Date
}

/**
 * Notes that stations have booted: their versions are compared again. A boot is ignored if an attempt has begun since,
 * which compares the version itself. Returns true if a list is generated.
 */
export async function resetVerified(db: Db, boots: readonly Boot[]): Promise<boolean> {
  const result = await sql`
    update local_list_syncs y set is_verified = false, checked_at = null, next_attempt_at = null
    from (select id, max(at) as at from unnest(${boots.map(({ id }) => id)}::uuid[],
        ${boots.map(({ at }) => at)}::timestamptz[]) as b (id, at) group by id) boot
      join stations s on s.id = boot.id join accounts a on a.id = s.account_id
    where y.station_id = boot.id and not ${hasAttemptSince(sql`boot.at`)} and ${hasAutomaticList}`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}

/** Notes a change of cards or rules for accounts, or for all, that have generated lists. */
export async function markChanged(db: Db, accounts: readonly string[] | null, now: Date): Promise<boolean> {
  const result = await sql`
    update accounts a set local_lists_changed_at = ${now}
    where ${accounts === null ? sql`true` : sql`a.id = any(${accounts}::uuid[])`}
      and (a.auto_local_lists or exists (select from local_list_syncs y join stations s on s.id = y.station_id
        where s.account_id = a.id and y.is_automatic))`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}

/** Notes that stations were moved or changed; true if one of them has a generated list. */
export async function markStationsChanged(db: Db, ids: readonly string[]): Promise<boolean> {
  const result = await sql`
    update local_list_syncs set checked_at = null where station_id = any(${ids}::uuid[])`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}

/** Returns a station and its own setting; null: as its account. */
export async function readSetting(
  tx: Tx,
  id: string,
): Promise<{ account: string; identity: string; before: boolean | null }> {
  const { rows } = await sql<{ account: string; identity: string; before: boolean | null }>`
    select s.account_id as account, s.identity, y.is_automatic as before
    from stations s left join local_list_syncs y on y.station_id = s.id where s.id = ${id}`.execute(tx)
  return rows[0]!
}

/** Stores the setting of a station, whose list is then compared and, if necessary, sent immediately. */
export const storeSetting = (tx: Tx, id: string, isAutomatic: boolean | null) =>
  sql`
    insert into local_list_syncs (station_id, is_automatic) values (${id}, ${isAutomatic})
    on conflict (station_id) do update set is_automatic = ${isAutomatic}, checked_at = null, next_attempt_at = null,
      is_verified = false`.execute(tx)
