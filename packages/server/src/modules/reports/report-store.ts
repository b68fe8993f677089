import type { ReportGroup, ReportPeriod } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db } from '../../storage/transaction.ts'

/** Selects the entries that the viewer may see: users of a client see those of what it pays. */
const visibleEntries = ofAccount('e.account_id', { client: 'e.client_id' })

export interface ReportSelection {
  scope: Scope
  /** First and last day. */
  from: string
  to: string
  stationId: string | null
  siteId: string | null
  networkId: string | null
  clientId: string | null
  tariffId: string | null
}

/** Sums of entries in minor units. */
export interface ReportSums {
  currency: string
  digits: number
  sessions: number
  energyWh: number
  netMinor: number
  taxMinor: number
  commissionMinor: number
  /** True if sessions of the demo are part of it. */
  isDemo: boolean
}

export interface ReportGroupSums extends ReportSums {
  groupId: string | null
  name: string | null
  period: string | null
}

const sums = sql`e.currency, e.digits, sum(e.sessions)::bigint as sessions, sum(e.energy_wh)::bigint as "energyWh",
  sum(e.net_minor)::bigint as "netMinor", sum(e.tax_minor)::bigint as "taxMinor",
  sum(e.commission_minor)::bigint as "commissionMinor", bool_or(e.is_demo) as "isDemo"`

/** The same for one day, with the names of the columns. */
const daySums = sql`e.currency, e.digits, sum(e.sessions) as sessions, sum(e.energy_wh) as energy_wh,
  sum(e.net_minor) as net_minor, sum(e.tax_minor) as tax_minor, sum(e.commission_minor) as commission_minor,
  bool_or(e.is_demo) as is_demo`

const equals = (name: string, id: string | null) => (id === null ? sql`` : sql` and ${sql.ref(name)} = ${id}`)

const matching = ({ scope, ...of }: ReportSelection): RawBuilder<unknown> => sql`(${visibleEntries(scope)})
  and e.day between ${of.from}::date and ${of.to}::date${equals('e.station_id', of.stationId)}${equals('e.site_id', of.siteId)}${equals('e.network_id', of.networkId)}${equals('e.client_id', of.clientId)}${equals('e.tariff_id', of.tariffId)}`

/** Column and name of the objects of a group. */
const groups: Readonly<
  Record<Exclude<ReportGroup, 'period'>, { column: string; name: RawBuilder<unknown> }>
> = {
  station: { column: 'station_id', name: sql`(select s.identity from stations s where s.id = g.group_id)` },
  site: { column: 'site_id', name: sql`(select z.label from sites z where z.id = g.group_id)` },
  network: { column: 'network_id', name: sql`(select r.name from reference_rows r where r.id = g.group_id)` },
  client: { column: 'client_id', name: sql`(select c.name from clients c where c.id = g.group_id)` },
  tariff: { column: 'tariff_id', name: sql`(select f.label from tariffs f where f.id = g.group_id)` },
}

/** Returns the sums of each group: periods in their order, others by the net amount. */
export async function readReport(
  db: Db,
  selection: ReportSelection,
  { by, period }: { by: ReportGroup; period: ReportPeriod },
): Promise<ReportGroupSums[]> {
  if (by === 'period') {
    // by day first: a hundred thousand entries have few days
    const { rows } = await sql<ReportGroupSums>`select null as "groupId", null as name,
        date_trunc(${sql.lit(period)}, e.day::timestamp)::date::text as period, ${sums}
      from (select e.day, ${daySums} from revenue_entries e where ${matching(selection)}
        group by e.day, e.currency, e.digits) e
      group by 3, e.currency, e.digits order by 3, e.currency`.execute(db)
    return rows
  }
  const { column, name } = groups[by]
  const { rows } = await sql<ReportGroupSums>`
    select g.group_id as "groupId", ${name} as name, null as period, g.currency, g.digits, g.sessions, g."energyWh",
      g."netMinor", g."taxMinor", g."commissionMinor", g."isDemo"
    from (select ${sql.ref(`e.${column}`)} as group_id, ${sums} from revenue_entries e
      where ${matching(selection)} group by 1, e.currency, e.digits) g
    order by g."netMinor" desc, g.group_id, g.currency`.execute(db)
  return rows
}

/** Returns the sums of all entries per currency. */
export async function sumReport(db: Db, selection: ReportSelection): Promise<ReportSums[]> {
  const { rows } = await sql<ReportSums>`select ${sums} from revenue_entries e where ${matching(selection)}
    group by e.currency, e.digits order by e.currency`.execute(db)
  return rows
}
