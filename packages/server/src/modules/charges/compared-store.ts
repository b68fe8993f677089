import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { timeZoneOfStation } from '../stations/index.ts'

/** Place behind which sessions are read: start in microseconds since 1970, and id. */
export interface SessionPlace {
  startedUs: string
  id: string
}

export interface ComparedPeriod {
  accountId: string
  from: Date
  /** Exclusive. */
  to: Date
}

/** A session of the period with its rating; without one, the columns of the rating are null. */
export interface ComparedRow {
  id: string
  startedUs: string
  startedAt: Date
  state: string
  number: number
  identity: string
  siteId: string | null
  siteName: string | null
  clientId: string | null
  clientName: string | null
  hour: number
  energyWh: number
  ratingId: string | null
  engine: number
  input: Buffer
  sha256: Buffer
  holdReason: string | null
  currency: string | null
  grossMinor: number
}

/** Microseconds of a timestamp, whole. */
const startedUs = sql`(extract(epoch from t.started_at) * 1000000)::bigint`

/** Returns sessions of a period in the order of their start, with the rating that applies. */
export async function readCompared(
  db: Db,
  { accountId, from, to }: ComparedPeriod,
  { after, most }: { after: SessionPlace | null; most: number },
): Promise<ComparedRow[]> {
  const behind = after
    ? sql`and (t.started_at, t.id) > (timestamptz 'epoch' + ${after.startedUs}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ComparedRow>`
    with page as materialized (select t.* from transactions t
      where t.account_id = ${accountId} and t.started_at >= ${from} and t.started_at < ${to} ${behind}
      order by t.started_at, t.id limit ${most})
    select t.id, ${startedUs}::text as "startedUs", t.started_at as "startedAt", t.state, t.number, s.identity,
      z.id as "siteId", z.label as "siteName", c.id as "clientId", c.name as "clientName",
      extract(hour from t.started_at at time zone coalesce(${sql.raw(timeZoneOfStation)}, 'UTC'))::int as hour,
      coalesce(t.energy_wh, 0) as "energyWh", r.id as "ratingId", r.engine, r.input, r.input_sha256 as sha256,
      r.hold_reason as "holdReason", r.currency, r.gross_minor as "grossMinor"
    from page t join stations s on s.id = t.station_id left join sites z on z.id = s.site_id
    left join ratings r on r.transaction_id = t.id and r.superseded_by is null
      and r.hold_reason is distinct from 'proposed'
    left join clients c on c.id = r.client_id
    order by t.started_at, t.id`.execute(db)
  return rows
}

/** Returns the number of sessions of a period. */
export async function countCompared(db: Db, { accountId, from, to }: ComparedPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from transactions t
    where t.account_id = ${accountId} and t.started_at >= ${from} and t.started_at < ${to}`.execute(db)
  return rows[0]!.count
}
