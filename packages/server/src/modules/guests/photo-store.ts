import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Returns the oldest picture of a station, or else of its site; null if there is none. */
export async function photoOf(
  db: Db,
  { stationId, siteId }: { stationId: string; siteId: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from files
    where object_id in (${stationId}, ${siteId}) and type like 'image/%'
    order by object_id <> ${stationId}, created_at, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
