import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleCharges } from './list-store.ts'

export interface ChargeRow {
  id: string
  accountId: string
  ratingId: string
  sessionId: string
  service: string
  state: string
  label: string
}

/** Returns a charge if the viewer may see it, locked if it is to be changed. */
export async function findCharge(
  db: Db,
  scope: Scope,
  { id, isLocked }: { id: string; isLocked: boolean },
): Promise<ChargeRow | null> {
  const { rows } = await sql<ChargeRow>`
    select c.id, c.account_id as "accountId", c.rating_id as "ratingId", c.transaction_id as "sessionId", c.service,
      c.state, c.label
    from charges c where c.id = ${id} and (${visibleCharges(scope)}) ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}
