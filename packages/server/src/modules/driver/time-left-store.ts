import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { minutesLeft, type SessionProgress } from './time-left.ts'

/** Returns those of the EVSEs at which one of the last 20 sessions of the station has reported the state of charge. */
export async function readReportsSoc(db: Db, evseIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select e.id from evses e where e.id = any(${evseIds}::uuid[]) and exists (
      select from (select t.evse_no, t.soc from transactions t where t.station_id = e.station_id
        order by t.started_at desc limit 20) t
      where t.evse_no = e.evse_no and t.soc is not null)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns about how many minutes the running sessions at these EVSEs still take, where values support an estimate. */
export async function readMinutesLeft(
  db: Db,
  evseIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<SessionProgress & { id: string }>`
    select e.id, extract(epoch from ${now}::timestamptz - t.started_at)::float8 as seconds, d.limit_kind as "limitKind",
      d.limit_value as "limitValue", greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)::float8 as "energyWh",
      t.power_w as "powerW", f.value as "firstSoc", t.soc, extract(epoch from t.readings_at - f.sampled_at)::float8 as "socSeconds",
      extract(epoch from ${now}::timestamptz - t.readings_at)::float8 as "readingAge"
    from evses e
    cross join lateral (select t.* from transactions t where t.station_id = e.station_id and t.evse_no = e.evse_no
      and t.state = 'running' order by t.started_at desc limit 1) t
    left join lateral (select d.limit_kind, d.limit_value from driver_charges d where d.evse_id = e.id and d.card_id = t.card_id
      and d.created_at between t.received_start_at - interval '15 minutes' and t.received_start_at
      order by d.created_at desc limit 1) d on true
    left join lateral (select m.value, m.sampled_at from meter_values m
      where m.station_id = e.station_id and m.evse_no = e.evse_no and m.sampled_at >= t.started_at
        and m.kind_id in (select k.id from sample_kinds k where k.measurand = 'SoC') and m.value <> 'NaN'
      order by m.sampled_at limit 1) f on t.soc is not null
    where e.id = any(${evseIds}::uuid[])`.execute(db)
  return new Map(
    rows.flatMap(({ id, ...progress }) => {
      const minutes = minutesLeft(progress)
      return minutes === null ? [] : [[id, minutes] as const]
    }),
  )
}
