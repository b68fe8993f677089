import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'

export type StateChangeRow = Selectable<Database['state_changes']>

/**
 * Locks and returns the oldest state change that no other process works on; of one object only the first, so
 * that its changes are worked on in their order.
 */
export async function takeStateChange(tx: Tx): Promise<StateChangeRow | undefined> {
  const { rows } = await sql<StateChangeRow>`
    select c.* from state_changes c
    where not exists (select from state_changes e where e.object_id = c.object_id and e.id < c.id)
    order by c.id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export const removeStateChange = (db: Kysely<Database>, id: number) =>
  db.deleteFrom('state_changes').where('id', '=', id).execute()

/** Removes state changes before a time, and the oldest beyond a number of rows; returns how many. */
export async function removeSurplus(db: Kysely<Database>, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from state_changes where happened_at < ${before}
    and id in (select id from state_changes order by id limit 10000)
    or id <= (select id from state_changes order by id desc offset ${most} limit 1)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
