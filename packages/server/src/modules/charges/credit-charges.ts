import type { Tx } from '../../storage/transaction.ts'
import { cancelReversals, ratingsWithoutProposed, refundCharges } from './credit-store.ts'
import { approveProposal } from './proposal-store.ts'

/**
 * Refunds charges that a credit note repeats. It takes the place of corrections that take the same charges back and that no
 * invoice contains. Returns the amount of these that was booked, in minor units, above zero: it is booked back.
 */
export async function creditCharges(tx: Tx, chargeIds: readonly string[], now: Date): Promise<number> {
  await refundCharges(tx, chargeIds, now)
  const cancelled = await cancelReversals(tx, chargeIds, now)
  // a price of zero has nothing else to decide on
  for (const ratingId of await ratingsWithoutProposed(tx, [...new Set(cancelled.map((row) => row.ratingId))]))
    await approveProposal(tx, { ratingId, now })
  return cancelled.reduce((sum, { isBooked, amountMinor }) => (isBooked ? sum - amountMinor : sum), 0)
}
