import type { ExclusionReason, OpeningHours } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { run } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleStations } from '../stations/index.ts'
import type { Span, StateRow } from './timeline.ts'

/** EVSEs of a request; all conditions apply. */
export interface Selection {
  scope: Scope
  stationId: string | null
  evseNo: number | null
  siteId: string | null
  networkId: string | null
  clientId: string | null
}

export interface Evse {
  id: string
  stationId: string
  identity: string
  evseNo: number
  siteId: string | null
  siteName: string | null
  networkId: string | null
  networkName: string | null
  timeZone: string
  /** Of its site, else of its account; null: that of the definition. */
  target: number | null
}

const minuteOf = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) / 60)::int`

/** Returns at most `limit` EVSEs that the viewer may see. */
export function findEvses(
  db: Db,
  { scope, stationId, evseNo, siteId, networkId, clientId }: Selection,
  limit: number,
): Promise<Evse[] | Refusal> {
  const parts = [sql`e.evse_no > 0 and e.state <> 'deleted' and s.state <> 'deleted'`, visibleStations(scope)]
  if (stationId) parts.push(sql`s.id = ${stationId}`)
  if (evseNo !== null) parts.push(sql`e.evse_no = ${evseNo}`)
  if (siteId) parts.push(sql`s.site_id = ${siteId}`)
  if (networkId) parts.push(sql`z.network_id = ${networkId}`)
  if (clientId) parts.push(sql`s.client_id = ${clientId}`)
  return run<Evse>(
    db,
    sql`select e.id, s.id as "stationId", s.identity, e.evse_no as "evseNo", z.id as "siteId", z.label as "siteName",
        n.id as "networkId", n.name as "networkName", coalesce(s.time_zone, z.time_zone, 'UTC') as "timeZone",
        coalesce(own.target, usual.target) as target
      from evses e join stations s on s.id = e.station_id
      left join sites z on z.id = s.site_id and z.state <> 'deleted'
      left join reference_rows n on n.id = z.network_id
      left join availability_targets own on own.site_id = z.id
      left join availability_targets usual on usual.account_id = s.account_id and usual.site_id is null
      where ${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` and `,
      )} order by s.identity, e.evse_no limit ${limit}`,
  )
}

/** Local midnights of a period, the end included, and the beginning of its twelve months. */
export interface MonthDays {
  timeZone: string
  days: number[]
  yearFrom: number
}

/** Days of a month, or the last thirty ones, today included. */
export type Period = { month: string } | 'last-days'

const lastDays = 30

/** Returns the days of a period in each time zone, in minutes since 1970. */
export async function daysOfPeriod(
  db: Db,
  period: Period,
  timeZones: readonly string[],
): Promise<MonthDays[]> {
  const [first, length] =
    period === 'last-days'
      ? [
          sql`date_trunc('day', now() at time zone z) - make_interval(days => ${lastDays - 1})`,
          sql`make_interval(days => ${lastDays})`,
        ]
      : [sql`${`${period.month}-01`}::timestamp`, sql`interval '1 month'`]
  const { rows } = await sql<MonthDays>`
    select z as "timeZone", array(
        select ${minuteOf(sql`d at time zone z`)}
        from generate_series(m.first, m.first + ${length}, interval '1 day') d order by d) as days,
      ${minuteOf(sql`(m.first - interval '11 months') at time zone z`)} as "yearFrom"
    from unnest(${timeZones}::text[]) z cross join lateral (select ${first} as first) m`.execute(db)
  return rows
}

interface NumberedRow extends StateRow {
  stationId: string
}

const instant = (minute: number) => new Date(minute * 60_000)

/** Returns the changes of states in a period, and the state at its beginning, oldest first. */
export async function stateRows(
  db: Db,
  evses: readonly Pick<Evse, 'stationId' | 'evseNo'>[],
  { from, to }: Span,
): Promise<NumberedRow[]> {
  const stationIds = [...new Set(evses.map(({ stationId }) => stationId))]
  const keys = [
    ...evses.map(({ stationId, evseNo }) => ({ stationId, evseNo })),
    ...stationIds.flatMap((stationId) => [
      { stationId, evseNo: 0 },
      { stationId, evseNo: -1 },
    ]),
  ]
  const { rows } = await sql<NumberedRow>`
    select k.station_id as "stationId", k.evse_no as "evseNo", ${minuteOf(sql`x.at`)} as at, x.state,
      x.error_code as "errorCode"
    from unnest(${keys.map(({ stationId }) => stationId)}::uuid[], ${keys.map(({ evseNo }) => evseNo)}::int[])
      as k (station_id, evse_no)
    cross join lateral (
      (select * from evse_states e where e.station_id = k.station_id and e.evse_no = k.evse_no
        and e.at <= ${instant(from)} order by e.at desc limit 1)
      union all
      select * from evse_states e where e.station_id = k.station_id and e.evse_no = k.evse_no
        and e.at > ${instant(from)} and e.at < ${instant(to)}) x
    order by x.at`.execute(db)
  return rows
}

/** Returns the times in which no server ran. */
export async function gapsIn(db: Db, { from, to }: Span): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select ${minuteOf(sql`date_trunc('minute', starts_at)`)} as from,
      ${minuteOf(sql`date_trunc('minute', ends_at + interval '59.999 seconds')`)} as to
    from server_gaps where ends_at > ${instant(from)} and starts_at < ${instant(to)} order by starts_at`.execute(
    db,
  )
  return rows
}

/** Exclusion as the computation needs it. */
export interface ExclusionSpan extends Span {
  id: string
  stationId: string | null
  evseNo: number | null
  siteId: string | null
  reason: ExclusionReason
}

/** Returns the exclusions in a period for stations and sites; the caller has checked that they are visible. */
export async function exclusionsIn(
  db: Db,
  evses: readonly Pick<Evse, 'stationId' | 'siteId'>[],
  { from, to }: Span,
): Promise<ExclusionSpan[]> {
  const stationIds = [...new Set(evses.map(({ stationId }) => stationId))]
  const siteIds = [...new Set(evses.flatMap(({ siteId }) => siteId ?? []))]
  const { rows } = await sql<ExclusionSpan>`
    select id, station_id as "stationId", evse_no as "evseNo", site_id as "siteId", reason,
      ${minuteOf(sql`date_trunc('minute', starts_at)`)} as from, ${minuteOf(sql`date_trunc('minute', ends_at)`)} as to
    from availability_exclusions
    where ends_at > ${instant(from)} and starts_at < ${instant(to)}
      and (station_id = any(${stationIds}::uuid[]) or site_id = any(${siteIds}::uuid[]))
    order by starts_at`.execute(db)
  return rows
}

/** Opening hours of a site; the time zone is that of the site itself. */
interface SiteHours {
  siteId: string
  timeZone: string | null
  hours: OpeningHours
}

/** Returns the opening hours of the sites that have them; the caller has checked that they are visible. */
export async function openingHoursOf(db: Db, evses: readonly Pick<Evse, 'siteId'>[]): Promise<SiteHours[]> {
  const siteIds = [...new Set(evses.flatMap(({ siteId }) => siteId ?? []))]
  const { rows } = await sql<SiteHours>`
    select id as "siteId", time_zone as "timeZone", opening_hours as hours from sites
    where id = any(${siteIds}::uuid[]) and opening_hours is not null`.execute(db)
  return rows
}
