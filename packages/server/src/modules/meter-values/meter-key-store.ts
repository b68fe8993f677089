import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'

/** Maximum number of public keys stored for one station, former ones included. */
const maxKeys = 200

/** Configuration keys with the public key of a meter: `MeterPublicKey1`, or `MeterPublicKey` of the station. */
const keyName = /^MeterPublicKey\[?(\d{0,4})\]?$/i

/** Stores the public keys of meters among reported configuration keys. */
export async function storeMeterKeys(
  tx: Tx,
  stationId: string,
  { settings, now }: { settings: readonly { key: string; value: string | null }[]; now: Date },
): Promise<void> {
  const keys = settings.flatMap(({ key, value }) => {
    const no = keyName.exec(key)?.[1]
    return no === undefined || !value ? [] : [{ no: Number(no), value }]
  })
  if (keys.length === 0) return
  await sql`
    insert into meter_keys (station_id, evse_no, public_key, first_at, last_at)
    select distinct ${stationId}::uuid, k.no, k.value, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${keys.map(({ no }) => no)}::int[], ${keys.map(({ value }) => value)}::text[]) as k (no, value)
    on conflict (station_id, evse_no, hashtextextended(public_key, 0)) do update set last_at = excluded.last_at`.execute(
    tx,
  )
  await sql`
    delete from meter_keys k using (
      select evse_no, public_key from meter_keys where station_id = ${stationId}::uuid
      order by last_at desc, first_at desc offset ${maxKeys}) o
    where k.station_id = ${stationId}::uuid and k.evse_no = o.evse_no and k.public_key = o.public_key`.execute(
    tx,
  )
}
