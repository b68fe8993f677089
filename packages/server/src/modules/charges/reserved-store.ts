import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Returns what guests have reserved for those of the sessions that are theirs, in minor units. */
export async function reservedAmounts(db: Db, sessionIds: readonly string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; minor: number }>`
    select t.id, y.authorised_minor as minor from transactions t join guest_charges g on g.card_id = t.card_id
    join payments y on y.id = g.id where t.id = any(${sessionIds}::uuid[]) and y.authorised_minor > 0`.execute(
    db,
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}
