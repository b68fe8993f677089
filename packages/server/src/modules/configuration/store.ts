import { toWireText } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { Setting } from './configuration.ts'

/** Configuration keys stored per station. */
const maxSettings = 500

/**
 * Stores what the station reported; `isComplete`: all keys were requested, so those it did not report are
 * removed. Returns the keys whose known value has changed.
 */
export async function storeSettings(
  tx: Tx,
  stationId: string,
  reported: { settings: readonly Setting[]; unknown: readonly string[]; isComplete: boolean; now: Date },
): Promise<string[]> {
  const { settings, now } = reported
  const keys = settings.map((setting) => setting.key)
  await tx
    .deleteFrom('station_configuration')
    .where('station_id', '=', stationId)
    .where(
      reported.isComplete
        ? sql<boolean>`key <> all(${keys}::text[])`
        : sql<boolean>`key = any(${reported.unknown}::text[])`,
    )
    .execute()
  const { rows: changed } = await sql<{ key: string }>`
    select c.key from unnest(${keys}::text[], ${settings.map((setting) => setting.value)}::text[]) as c (key, value)
    join station_configuration k on k.station_id = ${stationId}::uuid and k.key = c.key
    where k.value is distinct from c.value order by c.key`.execute(tx)
  await sql`
    insert into station_configuration (station_id, key, value, is_readonly, updated_at)
    select ${stationId}::uuid, c.key, c.value, c.is_readonly, ${now}::timestamptz
    from unnest(${keys}::text[], ${settings.map((setting) => setting.value)}::text[],
      ${settings.map((setting) => setting.isReadonly)}::boolean[]) as c (key, value, is_readonly)
    on conflict (station_id, key) do update set value = excluded.value, is_readonly = excluded.is_readonly,
      updated_at = excluded.updated_at`.execute(tx)
  await removeOldest(tx, stationId)
  return changed.map(({ key }) => key)
}

/** Adds changed keys to the activity: by a command and its user, or found in the report of the station. */
export async function insertConfigurationEvent(
  tx: Tx,
  {
    stationId,
    keys,
    commandId = null,
    at,
  }: { stationId: string; keys: readonly string[]; commandId?: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into activity (id, at, account_id, kind, station_id, user_id, command_id, details)
    select activity_id(${at}::timestamptz), ${at}::timestamptz, s.account_id, 'configuration_changed', s.id,
      c.requested_by, c.id, jsonb_build_object('key', ${toWireText(keys[0] ?? '').slice(0, 100)}::text, 'count', ${keys.length}::int)
    from stations s left join commands c on c.id = ${commandId}::uuid where s.id = ${stationId}::uuid`.execute(
    tx,
  )
}

/** Removes keys beyond the limit of a station, starting with those reported longest ago. */
async function removeOldest(tx: Tx, stationId: string): Promise<void> {
  await sql`
    delete from station_configuration c using (
      select key from station_configuration where station_id = ${stationId}::uuid
      order by updated_at desc, key offset ${maxSettings}) o
    where c.station_id = ${stationId}::uuid and c.key = o.key`.execute(tx)
}

/** Stores the value that a station accepted for a key. */
export async function storeValue(
  tx: Tx,
  stationId: string,
  { key, value, now }: { key: string; value: string | null; now: Date },
): Promise<void> {
  await tx
    .insertInto('station_configuration')
    .values({ station_id: stationId, key: toWireText(key), value, updated_at: now })
    .onConflict((oc) => oc.columns(['station_id', 'key']).doUpdateSet({ value, updated_at: now }))
    .execute()
  await removeOldest(tx, stationId)
}

/** Adds keys that a station may use from now on, in addition to its present ones. */
export async function addStationKeys(
  tx: Tx,
  keys: readonly { stationId: string; commandId: string; hash: Buffer }[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('station_keys')
    .values(
      keys.map(({ stationId, commandId, hash }) => ({
        id: newId(),
        station_id: stationId,
        command_id: commandId,
        hash,
        created_at: now,
      })),
    )
    .execute()
}

/** Revokes the keys of a command that the station did not apply; a key that was used for authentication stays. */
export async function retireUnused(tx: Tx, commandId: string, now: Date): Promise<void> {
  await tx
    .updateTable('station_keys')
    .set({ retired_at: now })
    .where('command_id', '=', commandId)
    .where('first_used_at', 'is', null)
    .where('retired_at', 'is', null)
    .execute()
}
