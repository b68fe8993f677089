import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleClients } from '../clients/index.ts'

/** Returns account and currency of a client that the viewer may see. */
export async function currencyOfClient(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ accountId: string; currency: string } | null> {
  const { rows } = await sql<{ accountId: string; currency: string }>`
    select p.account_id as "accountId", p.currency_code as currency from clients p
    where p.id = ${id} and p.state <> 'deleted' and (${visibleClients(scope)})`.execute(db)
  return rows[0] ?? null
}
