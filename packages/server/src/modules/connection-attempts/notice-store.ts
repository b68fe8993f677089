import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Stations per account whose operators are notified within a day. */
const maxPerAccount = 20

/**
 * Marks the station as notified now. Null if its operators were notified within the last day, or of too many
 * stations.
 */
export async function claimNotice(
  db: Db,
  stationId: string,
  now: Date,
): Promise<{ accountId: string; identity: string } | null> {
  const aDayAgo = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ accountId: string; identity: string }>`
    update stations s set rejection_notice_at = ${now}
    where s.id = ${stationId} and s.state <> 'deleted'
      and (s.rejection_notice_at is null or s.rejection_notice_at < ${aDayAgo})
      and (select count(*) from stations o where o.account_id = s.account_id and o.rejection_notice_at >= ${aDayAgo})
        < ${maxPerAccount}
    returning s.account_id as "accountId", s.identity`.execute(db)
  return rows[0] ?? null
}
