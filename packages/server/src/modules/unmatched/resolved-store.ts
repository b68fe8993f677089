import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Resolved or matched messages stored per station; the audit trail has the decisions. */
const maxResolved = 1_000

/** Deletes the oldest resolved messages of stations that have more than 1,000. */
export async function deleteOldResolved(db: Db): Promise<void> {
  await sql`
    delete from unmatched_messages where id in (
      select id from (
        select id, row_number() over (partition by station_id order by resolved_at desc, id desc) as place
        from unmatched_messages where resolved_at is not null
      ) resolved where place > ${maxResolved}
    )`.execute(db)
}
