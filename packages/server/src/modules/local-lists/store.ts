import { toWireText } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { localListState } from '../stations/index.ts'
import { limitKey, type ListChange } from './local-list.ts'

/** Entries of the local list stored per station. */
const maxEntries = 50_000

/** Returns the limit that each of the stations reported. */
export async function findLimits(db: Db, stationIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('station_configuration')
    .select(['station_id', 'value'])
    .where('station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .where('key', '=', limitKey)
    .execute()
  return new Map(rows.map((row) => [row.station_id, row.value]))
}

export async function applyChange(
  tx: Tx,
  stationId: string,
  { change, now }: { change: ListChange; now: Date },
): Promise<void> {
  await storeVersion(tx, stationId, { version: change.version, now })
  if (change.isFull) await removeEntries(tx, stationId)
  if (change.drop.length > 0)
    await tx
      .deleteFrom('local_list_entries')
      .where('station_id', '=', stationId)
      .where('code', '=', sql<string>`any(${change.drop.map(toWireText)}::text[])`)
      .execute()
  if (change.put.length === 0) return
  const { put } = change
  await sql`
    insert into local_list_entries (station_id, code, status, expires_at, parent_code)
    select distinct on (e.code) ${stationId}::uuid, e.code, e.status, e.expires_at, e.parent_code
    from unnest(${put.map((entry) => toWireText(entry.code))}::text[], ${put.map((entry) => entry.status)}::text[],
      ${put.map((entry) => entry.expiresAt)}::timestamptz[],
      ${put.map((entry) => entry.parentCode && toWireText(entry.parentCode))}::text[])
      as e (code, status, expires_at, parent_code)
    on conflict (station_id, code) do update set status = excluded.status, expires_at = excluded.expires_at,
      parent_code = excluded.parent_code`.execute(tx)
  // a list that is too long to be stored counts as one with unknown content
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from local_list_entries where station_id = ${stationId}::uuid`.execute(tx)
  if (rows[0]!.n > maxEntries) await removeEntries(tx, stationId)
}

export async function removeEntries(tx: Tx, stationId: string): Promise<void> {
  await tx.deleteFrom('local_list_entries').where('station_id', '=', stationId).execute()
}

/** Stores the version and returns the previous one, or null. */
export async function storeVersion(
  tx: Tx,
  stationId: string,
  { version, now }: { version: number; now: Date },
): Promise<number | null> {
  const before = await tx
    .selectFrom('local_lists')
    .select('version')
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  await tx
    .insertInto('local_lists')
    .values({ station_id: stationId, version, updated_at: now })
    .onConflict((oc) => oc.column('station_id').doUpdateSet({ version, updated_at: now }))
    .execute()
  return before?.version ?? null
}

/** Returns the list known to be at the station, or null if the viewer may not see the station. */
export async function findList(db: Db, scope: Scope, stationId: string) {
  const head = await db
    .selectFrom('stations as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .leftJoin('local_list_syncs as y', 'y.station_id', 's.id')
    .leftJoin('local_lists as l', 'l.station_id', 's.id')
    .leftJoin('station_configuration as c', (join) =>
      join.onRef('c.station_id', '=', 's.id').on('c.key', '=', limitKey),
    )
    .select([
      's.identity',
      's.account_id as accountId',
      'l.version',
      'l.updated_at as updatedAt',
      'c.value as limit',
      'y.is_automatic as isAutomatic',
      localListState.as('syncState'),
      'y.entries as wantedEntries',
      'y.omitted',
      'y.version_sent as versionSent',
      'y.sent_at as sentAt',
      'y.version_confirmed as versionConfirmed',
      'y.confirmed_at as confirmedAt',
      'y.outdated_since as outdatedSince',
      'y.attempted_at as attemptedAt',
      'y.next_attempt_at as nextAttemptAt',
      'y.error_code as errorCode',
      'y.error_params as errorParams',
    ])
    .where('s.id', '=', stationId)
    .$if(!scope.isAdmin, (query) => query.where('s.account_id', '=', scope.accountId))
    .where(sql<boolean>`true${exceptFor(scope, { charge_point: 's.id' })}`)
    .executeTakeFirst()
  if (!head) return null
  return { ...head, entries: await readEntries(db, stationId) }
}

/** Returns the entries known to be in the list of a station. */
export const readEntries = (db: Db, stationId: string) =>
  db
    .selectFrom('local_list_entries')
    .select([
      'code',
      sql<string>`coalesce(status, '')`.as('status'),
      'expires_at as expiresAt',
      'parent_code as parentCode',
    ])
    .where('station_id', '=', stationId)
    .orderBy('code')
    .execute()
