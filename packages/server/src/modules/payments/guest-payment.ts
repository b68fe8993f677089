import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { applyState } from './apply-state.ts'
import type { PaymentDeps } from './deps.ts'
import { paymentChanged } from './payment-events.ts'
import {
  insertPayment,
  lockPayment,
  markChecked,
  type PaymentRow,
  readPayment,
  updatePayment,
} from './payment-store.ts'
import { performRequests, type Performed, stateAtProvider } from './perform-request.ts'
import { type Provider, ProviderError } from './provider.ts'
import { requestCancel } from './request-cancel.ts'
import { insertRequest } from './request-store.ts'

/** Amount that a guest reserves before they charge. */
export interface Reservation
  extends Pick<PaymentRow, 'id' | 'accountId' | 'clientId' | 'currency' | 'amountMinor'> {
  provider: Provider
  /** Where they charge: what the page of the provider shows. */
  description: string
  now: Date
}

/** Payments of guests: an amount is reserved first; what the session costs is captured, and the rest released. */
export const guestPayments = (deps: PaymentDeps) => ({
  /** Returns the provider of guests of an account; null if there is none. */
  providerOf: (accountId: string): Provider | null => {
    const all = deps.providers.allOf(accountId)
    return all.find(({ code }) => code !== 'offline') ?? all[0] ?? null
  },
  /** Adds a payment and the request to reserve it, in the caller's transaction. */
  async reserve(tx: Tx, { provider, ...row }: Reservation): Promise<void> {
    const { accountId, id: paymentId, amountMinor, now } = row
    await insertPayment(tx, {
      ...row,
      invoiceId: null,
      ownerId: null,
      provider: provider.code,
      purpose: 'guest',
      isTrial: provider.isTrial,
      isCapturedLater: true,
    })
    await insertRequest(tx, { accountId, paymentId, kind: 'authorise', amountMinor, now })
    await deps.bus.publish(tx, paymentChanged({ accountId, id: paymentId, invoiceId: null }))
  },
  /** Makes the calls to the provider that are due for a payment. */
  perform: (id: string): Promise<Performed> => performRequests(deps, id),
  refresh: (id: string) => refreshPayment(deps, id),
  /** Requests to capture an amount for an invoice, in the transaction that issues it. The payment is locked. */
  async capture(
    tx: Tx,
    {
      payment,
      invoiceId,
      amountMinor,
      now,
    }: { payment: PaymentRow; invoiceId: string; amountMinor: number; now: Date },
  ): Promise<void> {
    const { id: paymentId, accountId } = payment
    await updatePayment(tx, paymentId, { invoiceId, now })
    await insertRequest(tx, { accountId, paymentId, kind: 'capture', amountMinor, now })
  },
  release: requestCancel,
  lock: lockPayment,
})

export type GuestPayments = ReturnType<typeof guestPayments>

/** Asks the provider for the state of a payment that waits for its payer, because its message may be late. */
export async function refreshPayment(
  { db, bus, clock, log, providers }: PaymentDeps,
  id: string,
): Promise<void> {
  const payment = await readPayment(db, id)
  const provider = payment && providers.find(payment.provider)
  if (payment?.state !== 'pending' || !provider) return
  await markChecked(db, [id], clock.now())
  try {
    const reported = await stateAtProvider(provider, payment)
    if (!reported) return
    await inTransaction(db, async (tx) => {
      const locked = (await lockPayment(tx, id))!
      if (await applyState(tx, locked, { reported, now: clock.now() }))
        await bus.publish(tx, paymentChanged(locked))
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, payment: id }, 'payments: a provider did not answer')
  }
}
