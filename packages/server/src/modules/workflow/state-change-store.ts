import { type Selectable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export type StateChangeRow = Selectable<Database['state_changes']>

export const findNextStateChange = (db: Db): Promise<StateChangeRow | undefined> =>
  db.selectFrom('state_changes').selectAll().orderBy('id').limit(1).executeTakeFirst()

/** Returns false if another process has removed it. */
export async function removeStateChange(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('state_changes').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes state changes that have waited for a day, and the oldest beyond a number of rows; returns how many. */
export async function removeSurplus(db: Db, maxRows: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from state_changes where stored_at < now() - interval '1 day'
    and id in (select id from state_changes order by id limit 10000)
    or id <= (select id from state_changes order by id desc offset ${maxRows} limit 1)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
