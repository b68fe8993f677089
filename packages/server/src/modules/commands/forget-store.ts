import type { Kysely } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'

/** Deletes at most `atMost` ended commands with ids below `beforeId`; returns their number. */
export async function deleteEnded(db: Kysely<Database>, beforeId: string, atMost: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('commands')
    .where('id', 'in', (query) =>
      query
        .selectFrom('commands')
        .select('id')
        .where('id', '<', beforeId)
        .where('state', 'not in', ['queued', 'sent'])
        .orderBy('id')
        .limit(atMost),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
