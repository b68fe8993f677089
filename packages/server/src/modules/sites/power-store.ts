import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Part of a period with the average power in W; null if it is not known. */
export interface PowerPart {
  at: number
  power: number | null
}

/**
 * Returns the average power of a site per part of a period: of each session the mean of its samples in the part, by
 * the share of the part in which it ran, whatever the sampling interval of the station. The caller has checked that
 * the viewer may see the site.
 */
export async function powerOf(
  db: Db,
  siteId: string,
  { from, to, stepMs }: { from: Date; to: Date; stepMs: number },
): Promise<PowerPart[]> {
  const step = sql`${`${stepMs} milliseconds`}::interval`
  const { rows } = await sql<PowerPart>`
    with parts as (
      select at from generate_series(${from}::timestamptz, ${to}::timestamptz - ${step}, ${step}) at),
    running as (
      select p.at, t.number, t.station_id, t.evse_no,
        extract(epoch from least(coalesce(t.stopped_at, ${to}), p.at + ${step}) - greatest(t.started_at, p.at)) * 1000
          / ${stepMs}::float8 as share
      from stations s join transactions t on t.station_id = s.id
        and t.started_at < ${to} and coalesce(t.stopped_at, ${to}) > ${from}
      join parts p on t.started_at < p.at + ${step} and coalesce(t.stopped_at, ${to}) > p.at
      where s.site_id = ${siteId} and s.state <> 'deleted'),
    means as (
      select r.at, r.share, m.power from running r, lateral (
        select coalesce(max(c.mean) filter (where c.phase is null),
          sum(c.mean) filter (where c.phase ~ '^L[123](-N)?$')) as power
        from (select k.phase, avg(v.value) as mean from meter_values v join sample_kinds k on k.id = v.kind_id
          where v.station_id = r.station_id and v.evse_no = r.evse_no and v.transaction_number = r.number
            and v.sampled_at >= r.at and v.sampled_at < r.at + ${step}
            and k.measurand = 'Power.Active.Import' and k.location is distinct from 'Inlet' and v.value <> 'NaN'
          group by k.phase) c) m)
    select (extract(epoch from p.at) * 1000)::float8 as at,
      case when count(m.at) = 0 then 0 else round(sum(m.power * m.share)::numeric, 1)::float8 end as power
    from parts p left join means m on m.at = p.at group by p.at order by p.at`.execute(db)
  return rows
}
