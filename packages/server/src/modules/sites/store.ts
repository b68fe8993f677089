import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { visibleSites } from './list-store.ts'

/** Returns the enabled networks with one of these ids, codes or names in lower case. */
export async function findNetworks(
  tx: Tx,
  names: readonly string[],
): Promise<{ id: string; code: string; name: string }[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select r.id, r.code, r.name from reference_rows r where r.kind = 'network' and r.state = 'enabled'
      and (lower(r.code) = any(${names}::text[]) or lower(r.name) = any(${names}::text[])
        or r.id::text = any(${names}::text[]))`.execute(tx)
  return rows
}

/** Returns the account of a site that is not deleted, if the viewer may see it. */
export async function accountOfSite(db: Db, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ account: string }>`select z.account_id as account from sites z
    where z.id = ${id} and z.state <> 'deleted' and (${visibleSites(scope)})`.execute(db)
  return rows[0]?.account ?? null
}
