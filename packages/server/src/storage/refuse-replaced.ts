import { sql } from 'kysely'
import type { Work } from '../shared/facts.ts'
import { failureOf } from './ingest-failure.ts'
import { ConnectionReplaced } from './ingest-queue.ts'
import type { Tx } from './transaction.ts'

/**
 * Throws ConnectionReplaced if the station has a newer connection than the one of a message (G12). The last statement
 * of a transaction outside of the fast path, so that it sees every connection registered until then.
 */
export async function refuseReplaced(
  tx: Tx,
  { stationId, epoch }: NonNullable<Work<unknown>['connection']>,
): Promise<void> {
  try {
    await sql`select refuse_replaced(array[${stationId}]::uuid[], array[${epoch}]::bigint[])`.execute(tx)
  } catch (error) {
    if (failureOf(error) !== 'replaced') throw error
    throw new ConnectionReplaced('the station has a newer connection', { cause: error })
  }
}
