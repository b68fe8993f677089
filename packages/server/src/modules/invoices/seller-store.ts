import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'

/** Ends the role of the present default seller if a change makes another one the default; the first seller is it. */
export async function leaveOneDefault(
  tx: Tx,
  {
    accountId,
    change,
    id = null,
  }: { accountId: string; change: Record<string, unknown>; id?: string | null },
): Promise<void> {
  if (id === null && change.is_default === false) {
    const { rows } = await sql`select from sellers
      where account_id = ${accountId} and is_default and state <> 'deleted'`.execute(tx)
    change.is_default = rows.length === 0
  }
  if (change.is_default === true)
    await sql`update sellers set is_default = false, version_no = version_no + 1
      where account_id = ${accountId} and is_default and id is distinct from ${id}::uuid`.execute(tx)
}
