import type { Tx } from '../../storage/transaction.ts'
import { applyState } from './apply-state.ts'
import type { PaymentRow } from './payment-store.ts'
import { insertRequest } from './request-store.ts'

/** Requests to release what is reserved, or to close the page of the provider. The payment is locked. */
export async function requestCancel(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const { id: paymentId, accountId, reference, sessionReference } = payment
  // the address of a page that was never reported is unknown, so it cannot be paid there
  if (reference === null && sessionReference === null)
    await applyState(tx, payment, { reported: { state: 'cancelled' }, now })
  else await insertRequest(tx, { accountId, paymentId, kind: 'cancel', amountMinor: 0, now })
}
