import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { visibleSites } from '../sites/index.ts'

/** Whose target: that of a site, or of an account. */
interface TargetPlace {
  accountId: string
  siteId: string | null
}

/** Returns the target of an account or site itself; null if it has none. */
export async function storedTarget(db: Db, { accountId, siteId }: TargetPlace): Promise<number | null> {
  const { rows } = await sql<{ target: number }>`select target from availability_targets
    where account_id = ${accountId} and site_id is not distinct from ${siteId}::uuid`.execute(db)
  return rows[0]?.target ?? null
}

/** Returns the visible sites that have a target of their own. */
export async function targetsOfSites(db: Db, scope: Scope) {
  const { rows } = await sql<{ site: string; sitename: string; target: number }>`
    select z.id as site, z.label as sitename, t.target
    from availability_targets t join sites z on z.id = t.site_id
    where z.state <> 'deleted' and (${visibleSites(scope)}) order by z.label, z.id`.execute(db)
  return rows
}

/** Stores a target; null removes it. */
export async function storeTarget(
  tx: Tx,
  { accountId, siteId }: TargetPlace,
  { target, now }: { target: number | null; now: Date },
): Promise<void> {
  await (target === null
    ? sql`delete from availability_targets
        where account_id = ${accountId} and site_id is not distinct from ${siteId}::uuid`
    : sql`insert into availability_targets (account_id, site_id, target, updated_at)
        values (${accountId}, ${siteId}, ${target}, ${now})
        on conflict (account_id, site_id) do update set target = excluded.target, updated_at = excluded.updated_at`
  ).execute(tx)
}
