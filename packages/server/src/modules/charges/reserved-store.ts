import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/**
 * Returns the amounts in minor units that guests have reserved for sessions, by the ids of the sessions. The charge of a guest
 * is deleted some time after its session; then the amount is that of the invoice.
 */
export async function reservedAmounts(db: Db, sessionIds: readonly string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; minor: number }>`
    select c.transaction_id as id, i.reserved_minor as minor from charges c join invoices i on i.id = c.invoice_id
    where c.transaction_id = any(${sessionIds}::uuid[]) and i.reserved_minor > 0
    union
    select t.id, y.authorised_minor from transactions t join guest_charges g on g.card_id = t.card_id
    join payments y on y.id = g.id where t.id = any(${sessionIds}::uuid[]) and y.authorised_minor > 0`.execute(
    db,
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}
