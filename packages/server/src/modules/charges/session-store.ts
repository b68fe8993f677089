import { sql } from 'kysely'
import { clientOfCardAt } from '../../storage/client-of-card.ts'
import { plainArray } from '../../storage/plain-array.ts'
import type { Db } from '../../storage/transaction.ts'
import { timeZoneOfStation } from '../stations/index.ts'
import type { RatedSession, StoredReading } from './session-input.ts'

/** Readings of one session that are read; further ones do not count, the stop does. */
export const maxReadings = 20_000

/** Readings before and after a session do not count; those close to it are read, so that the price can flag them. */
const margin = sql.raw(`interval '5 minutes'`)

/**
 * Whole milliseconds: the database has microseconds, prices do not. Rounded to microseconds first, because the seconds are a
 * floating-point number; `extract` would return a decimal number, which takes several times as long.
 */
const ms = (instant: string) => sql.raw(`floor(round(date_part('epoch', ${instant}) * 1000000) / 1000)`)

/**
 * A session with its readings as PostgreSQL sends arrays in binary form, which it writes in half of the time of a text. They take
 * little memory until the session is rated.
 */
export interface StoredSession extends Omit<RatedSession, 'readings'> {
  instants: Buffer | null
  values: Buffer | null
  /** Null if no reading has one. */
  phases: (string | null)[] | null
}

/** Bytes before the first element of an array of one dimension, and of the length before each element. */
const [arrayHeader, elementHeader] = [20, 4]
const elementLength = elementHeader + 8
/** Timestamps are microseconds since 2000. */
const timestampEpochMs = Date.UTC(2000, 0)

/** Returns a session with its readings, in whole milliseconds. */
export function withReadings(session: StoredSession): RatedSession {
  const { instants, values, phases } = session
  const readings: StoredReading[] = []
  if (instants && values)
    for (let at = arrayHeader + elementHeader; at < instants.length; at += elementLength) {
      const us = instants.readInt32BE(at) * 2 ** 32 + instants.readUInt32BE(at + 4)
      const ms = Math.floor(us / 1_000) + timestampEpochMs
      const wh = values.readDoubleBE(at)
      readings.push(phases ? [ms, wh, phases[readings.length]] : [ms, wh])
    }
  // with properties that are not needed, because to leave some out takes several times as long
  return { ...session, readings }
}

/** Kinds of meter values that are readings of the meter for energy that was delivered. */
const registerKinds = sql`select k.id from sample_kinds k where k.measurand = 'Energy.Active.Import.Register'
  and k.unit = 'Wh' and k.location is distinct from 'Inlet'`

/**
 * Returns the sessions with these ids, with what their prices depend on. Those of no station are missing. Users do
 * not call it directly: a price may depend on rows that they do not see.
 */
export async function loadSessions(db: Db, ids: readonly string[]): Promise<StoredSession[]> {
  if (ids.length === 0) return []
  // as an array that an index is searched for: in a join, PostgreSQL reads all transactions for a thousand of twenty thousand
  const wanted = sql`any (${plainArray(ids)}::uuid[])`
  const { rows } = await sql<StoredSession>`
    select t.id, t.number, t.account_id as "accountId", t.station_id as "stationId",
      coalesce(s.label, s.identity) as label, ${clientOfCardAt(sql`t.started_at`)} as "clientId", t.state,
      s.is_demo or coalesce(k.is_demo, false) or exists (select from clients p where p.id = k.client_id and p.is_demo)
        as "isDemo",
      exists (select from ledger_holds h where h.transaction_number = t.number and h.state = 'open') as "hasHold",
      ${ms('t.started_at')} as "startedAt", ${ms('t.stopped_at')} as "stoppedAt", t.meter_start_wh as "meterStartWh",
      t.meter_stop_wh as "meterStopWh", t.flags, e.max_power_w as "maxPowerW",
      s.times_trusted as "areTimesTrusted", ${sql.raw(timeZoneOfStation)} as "timeZone",
      m.instants, m."values", case when m.kinds is not null then (select json_agg(k.phase order by x.place)
        from unnest(m.kinds) with ordinality x (id, place) join sample_kinds k on k.id = x.id) end as phases,
      coalesce(c.states, '[]') as states, r.reservation
    from transactions t
    join stations s on s.id = t.station_id
    left join cards k on k.id = t.card_id
    left join evses e on e.station_id = t.station_id and e.evse_no = t.evse_no
    cross join lateral (select array_send(array_agg(v.sampled_at)) as instants, array_send(array_agg(v.value)) as "values",
        case when count(*) filter (where v.kind_id = any (array(${registerKinds} and k.phase is not null))) > 0
          then array_agg(v.kind_id) end as kinds
      from (
        select v.sampled_at, v.value, v.kind_id from meter_values v
        where v.station_id = t.station_id and v.evse_no = coalesce(t.evse_no, 0) and v.transaction_number = t.number
          and v.sampled_at between t.started_at - ${margin} and coalesce(t.stopped_at, now()) + ${margin}
          and v.kind_id = any (array(${registerKinds})) and v.value <> 'NaN'
        order by v.sampled_at limit ${maxReadings}) v) m
    left join (select x.transaction_id, json_agg(json_build_array(${ms('x.at')}, x.state) order by x.at, x.received_at) as states
      from transaction_states x where x.transaction_id = ${wanted} group by x.transaction_id) c on c.transaction_id = t.id
    left join lateral (select json_build_object('from', ${ms('n.starts_at')}, 'to', ${ms('t.started_at')}, 'end', 'used')
        as reservation
      from reservations n where t.reservation_number is not null and n.station_id = t.station_id
        and n.number = t.reservation_number and n.starts_at < t.started_at limit 1) r on true
    where t.id = ${wanted}`.execute(db)
  return rows
}
