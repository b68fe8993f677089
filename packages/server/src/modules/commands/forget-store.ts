import type { Db } from '../../storage/transaction.ts'

/** Deletes at most `atMost` ended commands with ids below `beforeId`; returns their number. */
export async function deleteEnded(db: Db, beforeId: string, atMost: number): Promise<number> {
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
