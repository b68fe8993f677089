import { type RawBuilder, sql } from 'kysely'
import { beganAt, followsStart } from '../../storage/start-of-session.ts'
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

type Progress = SessionProgress & { evse: string }

/** Reads the progress of running sessions `t` at `evses e`; their cost is not read. */
async function readProgress(db: Db, now: Date, tables: RawBuilder<unknown>): Promise<Progress[]> {
  const { rows } = await sql<Omit<Progress, 'cost'>>`
    select e.id as evse, extract(epoch from ${now}::timestamptz - ${sql.raw(beganAt)})::float8 as seconds, d.limit_kind as "limitKind",
      d.limit_value as "limitValue", greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)::float8 as "energyWh",
      t.power_w as "powerW", f.value as "firstSoc", t.soc, extract(epoch from t.readings_at - f.sampled_at)::float8 as "socSeconds",
      extract(epoch from ${now}::timestamptz - t.readings_at)::float8 as "readingAge"
    from ${tables}
    left join lateral (select d.created_at, d.limit_kind, d.limit_value from driver_charges d where d.evse_id = e.id and d.card_id = t.card_id
      and ${sql.raw(followsStart)}
      order by d.created_at desc limit 1) d on true
    left join lateral (select m.value, m.sampled_at from meter_values m
      where m.station_id = e.station_id and m.evse_no = e.evse_no and m.sampled_at >= t.started_at
        and m.kind_id in (select k.id from sample_kinds k where k.measurand = 'SoC') and m.value <> 'NaN'
      order by m.sampled_at limit 1) f on t.soc is not null`.execute(db)
  return rows.map((row) => ({ ...row, cost: null }))
}

/** Returns about how many minutes the running sessions at these EVSEs still take, where values support an estimate. */
export async function readMinutesLeft(
  db: Db,
  evseIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await readProgress(
    db,
    now,
    sql`(select * from evses where id = any(${evseIds}::uuid[])) e
    cross join lateral (select t.* from transactions t where t.station_id = e.station_id and t.evse_no = e.evse_no
      and t.state = 'running' order by t.started_at desc limit 1) t`,
  )
  return new Map(
    rows.flatMap(({ evse, ...progress }) => {
      const minutes = minutesLeft(progress)
      return minutes === null ? [] : [[evse, minutes] as const]
    }),
  )
}

/** Returns the progress of a session; null if it is not running. */
export async function readSessionProgress(db: Db, id: string, now: Date): Promise<SessionProgress | null> {
  const [row] = await readProgress(
    db,
    now,
    sql`(select * from transactions where id = ${id} and state = 'running') t
    join evses e on e.station_id = t.station_id and e.evse_no = t.evse_no`,
  )
  return row ?? null
}
