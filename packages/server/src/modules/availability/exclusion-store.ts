import type { ExclusionReason } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { timeZoneOfStation } from '../stations/index.ts'

/** Fields that a user sets. */
export interface ExclusionFields {
  reason: ExclusionReason
  starts_at: Date
  ends_at: Date
  description: string
  evidence: string
}

export interface StoredExclusion extends ExclusionFields {
  id: string
  account_id: string
  station_id: string | null
  evse_no: number | null
  site_id: string | null
  identity: string | null
  site_label: string | null
  username: string | null
  created_at: Date
  updated_at: Date
  version_no: number
}

const visible = (scope: Scope) =>
  scope.isAdmin
    ? sql`true`
    : sql`x.account_id = ${scope.accountId}${exceptFor(scope, { charge_point: 'x.station_id', site: 'x.site_id' })}`

/** Time zone in which the month of an exclusion begins: that of its station, else of the site. */
const timeZone = sql`coalesce(${sql.raw(timeZoneOfStation)}, z.time_zone, 'UTC')`

/** Maximum number of exclusions in a list. */
const maxListed = 1_000

/** Returns the exclusions of a month that the viewer may see, the newest first; or the one with an id. */
export async function findExclusions(
  db: Db,
  scope: Scope,
  where: { month: string; stationId: string | null; siteId: string | null } | { id: string },
): Promise<StoredExclusion[]> {
  const condition =
    'id' in where
      ? sql`x.id = ${where.id}`
      : sql`x.starts_at < (${`${where.month}-01`}::timestamp + interval '1 month') at time zone ${timeZone}
          and x.ends_at > ${`${where.month}-01`}::timestamp at time zone ${timeZone}
          and (${where.stationId}::uuid is null or x.station_id = ${where.stationId}
            or x.site_id = (select s.site_id from stations s where s.id = ${where.stationId}))
          and (${where.siteId}::uuid is null or x.site_id = ${where.siteId} or s.site_id = ${where.siteId})`
  const { rows } = await sql<StoredExclusion>`
    select x.*, s.identity, z.label as site_label, u.username
    from availability_exclusions x left join stations s on s.id = x.station_id
    left join sites z on z.id = x.site_id left join users u on u.id = x.created_by
    where (${visible(scope)}) and ${condition} order by x.starts_at desc, x.id limit ${maxListed}`.execute(db)
  return rows
}

/** Locks the exclusion for a change; returns false if it was removed or changed since. */
export async function lockExclusion(tx: Tx, { id, version_no }: StoredExclusion): Promise<boolean> {
  const { rows } = await sql`select from availability_exclusions
    where id = ${id} and version_no = ${version_no} for update`.execute(tx)
  return rows.length > 0
}

export const insertExclusion = (
  tx: Tx,
  row: ExclusionFields &
    Pick<StoredExclusion, 'id' | 'account_id' | 'station_id' | 'evse_no' | 'site_id' | 'created_at'> & {
      created_by: string
    },
) =>
  tx
    .insertInto('availability_exclusions')
    .values({ ...row, updated_at: row.created_at })
    .execute()

export const updateExclusion = (tx: Tx, id: string, change: ExclusionFields & { updated_at: Date }) =>
  tx
    .updateTable('availability_exclusions')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteExclusion = (tx: Tx, id: string) =>
  tx.deleteFrom('availability_exclusions').where('id', '=', id).execute()
