import { guestPath, guestSecret } from '../../shared/guest-link.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { applyState } from './apply-state.ts'
import type { PaymentDeps } from './deps.ts'
import { paymentChanged } from './payment-events.ts'
import { lockPayment, type PaymentRow, readPayment, updatePayment } from './payment-store.ts'
import {
  type Provider,
  ProviderError,
  type ProviderPayment,
  type ProviderState,
  type RefundState,
} from './provider.ts'
import { findRefund } from './refund-store.ts'
import {
  endRequest,
  insertRequest,
  leaseRequest,
  type PaymentRequest,
  pendingRequests,
  postponeRequest,
} from './request-store.ts'
import { applyRefund, failRefund } from './settle-refund.ts'

/** Time for which one process has a request, longer than a call takes. */
const leaseMs = 120_000
/** Providers forget keys after 24 hours: an hour earlier, a request is not sent again, but its result is fetched. */
const resendMs = 23 * 3_600_000
const firstWaitMs = 10_000
const longestWaitMs = 3_600_000
/** Requests that follow from each other: authorization, capture, and one more. */
const mostRequests = 3

/** Result of a request; `busy`: another process has it. */
export type Performed = 'done' | 'refused' | 'unreachable' | 'busy'

/** Makes the pending calls of a payment to its provider, and those that follow from them. */
export async function performRequests(deps: PaymentDeps, paymentId: string): Promise<Performed> {
  let performed: Performed = 'done'
  for (let count = 0; count < mostRequests; count += 1) {
    const [next] = await pendingRequests(deps.db, paymentId)
    if (next === undefined) return performed
    performed = await performRequest(deps, next)
    if (performed === 'unreachable' || performed === 'busy') return performed
  }
  return performed
}

/** Makes one call, which was committed before, and stores its result. */
async function performRequest(deps: PaymentDeps, requestId: string): Promise<Performed> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + leaseMs)
  const request = await leaseRequest(deps.db, requestId, { now, until })
  const payment = request && (await readPayment(deps.db, request.paymentId))
  if (!request || !payment) return 'busy'
  const provider = deps.providers.find(payment.provider)
  if (!provider) {
    await postpone(deps, request, 'the provider is not configured')
    return 'unreachable'
  }
  try {
    return await makeCall({ ...deps, request, payment, provider })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn({ err: error, payment: payment.id, request: request.kind }, 'payments: no answer')
    await postpone(deps, request, error.message)
    return 'unreachable'
  }
}

/** Makes a call and stores its result. Throws if it is not known, also if that of a refused call cannot be fetched. */
async function makeCall(performing: Performing): Promise<Performed> {
  try {
    await storeResult(performing, await askProvider(performing))
    return 'done'
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.isFinal) throw error
    const { log, payment, request } = performing
    log.warn({ err: error, payment: payment.id, request: request.kind }, 'payments: refused')
    await storeRefused(performing, error)
    return 'refused'
  }
}

interface Performing extends PaymentDeps {
  request: PaymentRequest
  payment: PaymentRow
  provider: Provider
}

type Result = { refund: RefundState | null } | { payment: ProviderState | null }

/** Makes the call. A repetition first looks whether the first call was carried out, and after 23 hours only that. */
async function askProvider({
  request,
  payment,
  provider,
  clock,
  origin,
  secrets,
}: Performing): Promise<Result> {
  const { kind, amountMinor, id: key, refundId } = request
  const about = providerPayment(payment, new URL(await returnPathOf(payment, secrets), origin()).href)
  const isLate = clock.now().getTime() - request.firstSentAt.getTime() >= resendMs
  const isRepeated = request.attempts > 1
  if (refundId !== null) {
    const found = isRepeated ? await provider.findRefund(about, refundId) : null
    if (found || isLate) return { refund: found }
    return { refund: await provider.refund(about, { id: refundId, amountMinor }, { key }) }
  }
  const found = isRepeated ? await stateAtProvider(provider, payment) : null
  if (isLate || (found && found.state !== 'pending' && isAnswered(kind, found))) return { payment: found }
  const calls = {
    authorise: () => provider.authorise(about, { key }),
    capture: () => provider.capture(about, amountMinor, { key }),
    cancel: () => provider.cancel(about, { key }),
  }
  return { payment: await calls[kind as keyof typeof calls]() }
}

/** Returns true if the state is a result of the call, so that it need not be made again. */
const isAnswered = (kind: PaymentRequest['kind'], { state }: ProviderState): boolean =>
  kind === 'authorise' || state !== 'waiting_for_capture'

/** Returns the state of a payment at its provider; null if the provider does not know it. */
export async function stateAtProvider(
  provider: Provider,
  { reference, sessionReference }: Pick<PaymentRow, 'reference' | 'sessionReference'>,
): Promise<ProviderState | null> {
  if (provider.code === 'offline') return null
  const found =
    sessionReference !== null
      ? await provider.fetch({ kind: 'session', reference: sessionReference })
      : reference !== null
        ? await provider.fetch({ kind: 'payment', reference })
        : null
  return found?.kind === 'payment' ? found : null
}

/** Returns where the payer returns to; guests to their link, whose secret is not stored. */
const returnPathOf = async (
  { id, purpose, returnPath }: PaymentRow,
  secrets: PaymentDeps['secrets'],
): Promise<string> => (purpose === 'guest' ? guestPath(await guestSecret(secrets, id)) : (returnPath ?? '/'))

const providerPayment = (payment: PaymentRow, returnTo: string): ProviderPayment => ({
  id: payment.id,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  label: payment.label,
  returnTo,
  sessionReference: payment.sessionReference,
  reference: payment.reference,
})

async function postpone(
  { db, clock }: PaymentDeps,
  { id, attempts }: PaymentRequest,
  error: string,
): Promise<void> {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 20), longestWaitMs)
  await postponeRequest(db, id, {
    dueAt: new Date(clock.now().getTime() + waitMs),
    error: error.slice(0, 300),
  })
}

/** Stores what the provider answered, and ends the request. */
async function storeResult({ db, bus, clock, request, payment }: Performing, result: Result): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const locked = (await lockPayment(tx, payment.id))!
    if (!(await endRequest(tx, request.id, { state: 'done' }))) return
    if ('refund' in result) await storeRefund(tx, { locked, request, reported: result.refund, now })
    else if (result.payment) {
      await applyState(tx, locked, { reported: result.payment, now })
      // after 23 hours, a capture that was not carried out is requested again
      const { kind, amountMinor } = request
      if (kind === 'capture' && result.payment.state === 'waiting_for_capture')
        await insertRequest(tx, { accountId: locked.accountId, paymentId: locked.id, kind, amountMinor, now })
    } else {
      // the address of a page that was never reported is unknown, so it cannot be paid there
      const state = request.kind === 'cancel' ? ('cancelled' as const) : ('expired' as const)
      await applyState(tx, locked, { reported: { state }, now })
    }
    await bus.publish(tx, paymentChanged(locked))
  })
}

type StoreRefund = { locked: PaymentRow; request: PaymentRequest; reported: RefundState | null; now: Date }

async function storeRefund(
  tx: Parameters<typeof lockPayment>[0],
  { locked, request, reported, now }: StoreRefund,
): Promise<void> {
  if (reported) return void (await applyRefund(tx, locked, { reported, now }))
  const refund = await findRefund(tx, { id: request.refundId })
  if (refund?.state === 'pending') await failRefund(tx, locked, { refund, now })
}

/** Stores that the provider refused a call. Its own state decides what became of the payment. */
async function storeRefused(performing: Performing, error: ProviderError): Promise<void> {
  const { db, bus, clock, request, payment, provider } = performing
  const isRefund = request.refundId !== null
  const state = isRefund || request.kind === 'authorise' ? null : await stateAtProvider(provider, payment)
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const locked = (await lockPayment(tx, payment.id))!
    if (!(await endRequest(tx, request.id, { state: 'failed', error: error.message.slice(0, 300) }))) return
    if (isRefund) await storeRefund(tx, { locked, request, reported: null, now })
    else if (state) await applyState(tx, locked, { reported: state, now })
    else if (request.kind === 'authorise')
      await applyState(tx, locked, { reported: { state: 'failed' }, now })
    // a refund has an error of its own
    if (!isRefund) await updatePayment(tx, locked.id, { error: 'payment.provider_refused', now })
    await bus.publish(tx, paymentChanged(locked))
  })
}
