import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { stateType } from '../stations/index.ts'

/** Stations that everyone may see: public, in use, and not of the demo. */
const isPublic = sql`s.type = 'public' and not s.is_demo and ${stateType('charge_point', sql`s.state`)} = 'enabled'`

/** Returns the account of a place with public stations; null if it has none. */
export async function accountOfPublicPlace(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ account: string }>`select s.account_id as account from stations s
    where (s.site_id = ${id} or s.id = ${id}) and ${isPublic} limit 1`.execute(db)
  return rows[0]?.account ?? null
}

/** Returns the places with public stations that have a connector in use, the newest first. */
export async function publicPlaceIds(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(z.id, s.id) as id from stations s
    left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where ${isPublic} and exists (select from evses e where e.station_id = s.id and e.evse_no > 0 and e.is_announced
      and ${stateType('connector', sql`e.state`)} = 'enabled')
    order by 1 desc limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
