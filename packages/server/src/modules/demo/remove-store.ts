import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Marks the demo's stations as deleted, so that none of them can connect any more; returns them. */
export const closeDemoStations = (db: Db, now: Date) =>
  db
    .updateTable('stations')
    .set({ state: 'deleted', updated_at: now })
    .where('is_demo', '=', true)
    .returning(['id', 'account_id'])
    .execute()

export const connectedDemo = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('stations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('is_demo', '=', true)
      .where('is_connected', '=', true)
      .executeTakeFirstOrThrow()
  ).count

// Rows that reference a station or card without being deleted with it, in an order that satisfies the foreign
// keys.
const demo = sql`(select id from stations where is_demo)`
const demoCards = sql`(select id from cards where is_demo)`
const demoUsers = sql`(select id from users where is_demo)`
const statements = [
  sql`delete from meter_values where station_id in ${demo}`,
  sql`delete from ocpp_log where station_id in ${demo}`,
  sql`delete from transactions where station_id in ${demo}`,
  sql`delete from files where object_id in ${demo}`,
  sql`update transactions set card_id = null where card_id in ${demoCards}`,
  sql`update reservations set card_id = null where card_id in ${demoCards} and station_id not in ${demo}`,
  sql`update stations set owner_id = null where owner_id in ${demoUsers} and not is_demo`,
  sql`update cards set owner_id = null where owner_id in ${demoUsers} and not is_demo`,
  // connectors, keys, configuration, reservations, commands, unmatched messages and tags are deleted with
  // their station
  sql`delete from stations where is_demo`,
  sql`delete from cards where is_demo`,
  sql`delete from users where is_demo`,
]

/** Removes everything that is marked as demo, with the rows that depend on it. */
export async function deleteDemo(db: Db): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
