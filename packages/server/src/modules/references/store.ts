import type { ReferenceKind } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import { countRows } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { usesOf } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

export const lockReference = (db: Db, kind: ReferenceKind, id: string) =>
  db
    .selectFrom('reference_rows')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
export type ReferenceRow = NonNullable<Awaited<ReturnType<typeof lockReference>>>

/** Serializes additions of one kind, so that codes and counts can be checked. */
export const lockKind = (db: Db, kind: ReferenceKind) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`reference ${kind}`}, 0))`.execute(db)

export async function isCodeTaken(
  db: Db,
  of: { kind: ReferenceKind; parent: string | null; code: string; except: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('reference_rows')
    .select('id')
    .where('kind', '=', of.kind)
    .where('parent_id', 'is not distinct from', of.parent)
    .where(sql<boolean>`lower(code) = lower(${of.code})`)
    .where('id', 'is distinct from', of.except)
    .executeTakeFirst()
  return row !== undefined
}

export const countKind = (db: Db, kind: ReferenceKind) =>
  countRows(db, { table: 'reference_rows', owner: { column: 'kind', value: kind } })

/** Counts the objects that use the reference. */
export async function countUses(db: Db, kind: ReferenceKind, id: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select ${usesOf(kind)} as used
    from reference_rows r left join reference_rows p on p.id = r.parent_id where r.id = ${id}`.execute(db)
  return rows[0]?.used ?? 0
}

export const insertReference = (db: Db, row: Insertable<Database['reference_rows']>) =>
  db.insertInto('reference_rows').values(row).execute()

export const deleteReference = (db: Db, id: string) =>
  db.deleteFrom('reference_rows').where('id', '=', id).execute()

export interface ReportedValue {
  id: string
  code: string
  name: string
}

/**
 * What stations reported, each pair once. It is materialized, because PostgreSQL would otherwise compute the codes for
 * each station, which took too long with 100,000 stations.
 */
const reported = sql`with reported as materialized (select distinct vendor, model from stations where state <> 'deleted')`

/** Adds vendors reported by stations that do not exist yet, up to `most` rows. */
export async function addReportedVendors(db: Db, most: number): Promise<ReportedValue[]> {
  const { rows } = await sql<ReportedValue>`${reported}
    insert into reference_rows (id, kind, state, code, name, reported_name)
    select gen_random_uuid(), 'vendor', 'created', s.code, left(s.name, 120), s.code
    from (select reference_code(vendor) as code, min(btrim(vendor)) as name from reported
      where reference_code(vendor) is not null group by 1) s
    where not exists (select from reference_rows r where r.kind = 'vendor' and s.code in (lower(r.code), r.reported_name))
    order by s.code limit ${most} on conflict do nothing returning id, code, name`.execute(db)
  return rows
}

/** Adds models reported by stations in the same way, below their vendors. */
export async function addReportedModels(db: Db, most: number): Promise<ReportedValue[]> {
  const { rows } = await sql<ReportedValue>`${reported}
    insert into reference_rows (id, kind, state, code, name, reported_name, parent_id)
    select gen_random_uuid(), 'model', 'created', s.code, left(s.name, 120), s.code, v.id
    from (select reference_code(vendor) as vendor, reference_code(model) as code, min(btrim(model)) as name
      from reported
      where reference_code(vendor) is not null and reference_code(model) is not null group by 1, 2) s
    join lateral (select id from reference_rows v where v.kind = 'vendor' and s.vendor in (lower(v.code), v.reported_name)
      order by lower(v.code) = s.vendor desc limit 1) v on true
    where not exists (select from reference_rows r where r.kind = 'model' and r.parent_id = v.id
      and s.code in (lower(r.code), r.reported_name))
    order by s.vendor, s.code limit ${most} on conflict do nothing returning id, code, name`.execute(db)
  return rows
}

/** Renames a network at its stations. */
export async function renameNetwork(
  db: Db,
  { code, name }: { code: string; name: string },
  renamed: string,
): Promise<void> {
  if (name === renamed) return
  await sql`update stations set network_name = ${renamed}, version_no = version_no + 1, updated_at = now()
    where lower(network_name) in (lower(${name}), lower(${code}))`.execute(db)
}

/** Returns true if an object can get a reference: it exists and is enabled, or is the present one of the object. */
export async function isSelectable(
  db: Db,
  { kind, id, present }: { kind: ReferenceKind; id: string; present: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from reference_rows r where r.id = ${id} and r.kind = ${kind}
    and (r.state = 'enabled' or r.id = ${present})`.execute(db)
  return rows.length > 0
}
