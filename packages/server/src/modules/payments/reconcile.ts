import { isTransient } from '../../storage/transient.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { applyDispute, applyPayout } from './apply-dispute.ts'
import { applyState } from './apply-state.ts'
import type { PaymentDeps } from './deps.ts'
import { takeDisputesToCheck } from './dispute-store.ts'
import {
  dueEvents,
  endEvent,
  postponeEvent,
  removeOldEvents,
  removeOldRequests,
  type StoredEvent,
} from './event-store.ts'
import { paymentChanged } from './payment-events.ts'
import {
  findPaymentByReference,
  lockPayment,
  markChecked,
  needlessPayments,
  type PaymentRow,
  paymentsToCapture,
  paymentsToCheck,
} from './payment-store.ts'
import { performRequests, stateAtProvider } from './perform-request.ts'
import { type Fetched, type Provider, ProviderError, type ProviderObject } from './provider.ts'
import { refundsToCheck } from './refund-store.ts'
import { requestCapture } from './request-capture.ts'
import { duePayments, insertRequest } from './request-store.ts'
import { applyRefund } from './settle-refund.ts'

/** Objects of each kind in one run; the next run continues. */
const perRun = 100
/** Milliseconds after which the provider is asked about a payment from which no message came. */
const checkMs = 15 * 60_000
/** Milliseconds after which the provider is asked about a dispute, which takes weeks. */
const disputeCheckMs = 86_400_000
const firstWaitMs = 10_000
const longestWaitMs = 3_600_000
/** Attempts to process a message before it is given up, three days. */
const mostAttempts = 80
/** Milliseconds that processed messages and ended requests are stored. */
const retentionMs = 180 * 86_400_000

/**
 * Processes messages of providers, makes the calls that are due, captures what would expire, and asks for the state of
 * payments, refunds and disputes from which no message came. A provider that does not answer ends its part of the run.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const silent = new Set<string>()
  await processEvents(deps, silent)
  await requestDue(deps)
  await performDue(deps)
  await checkPayments(deps, silent)
  await checkRefunds(deps, silent)
  await checkDisputes(deps, silent)
}

/** Deletes what was processed long ago. */
export async function removeOld({ db, clock }: PaymentDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs)
  await removeOldEvents(db, before)
  await removeOldRequests(db, before)
}

async function processEvents(deps: PaymentDeps, silent: Set<string>): Promise<void> {
  const { db, clock, log } = deps
  for (const event of await dueEvents(db, clock.now(), perRun)) {
    if (silent.has(event.provider)) continue
    const provider = deps.providers.find(event.provider)
    try {
      if (!provider) throw new ProviderError('the provider is not configured', { isFinal: false })
      await check(deps, provider, event)
      await endEvent(db, event.id)
    } catch (error) {
      if (isTransient(error)) throw error
      if (error instanceof ProviderError && !error.isFinal) silent.add(event.provider)
      log.error({ err: error, event: event.id }, 'payments: a message of a provider was not processed')
      await postpone(deps, event, error)
    }
  }
}

async function postpone({ db, clock }: PaymentDeps, event: StoredEvent, cause: unknown): Promise<void> {
  const error = cause instanceof Error ? cause.message.slice(0, 300) : 'unknown'
  if (event.attempts + 1 >= mostAttempts) return void (await endEvent(db, event.id, error))
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(event.attempts, 20), longestWaitMs)
  await postponeEvent(db, event.id, { dueAt: new Date(clock.now().getTime() + waitMs), error })
}

/** Applies an object of a provider to the payment that it belongs to; objects of other systems are left out. */
async function applyFetched(deps: PaymentDeps, provider: Provider, fetched: Fetched): Promise<void> {
  const { db, bus, clock, providers } = deps
  const { code } = provider
  const now = clock.now()
  if (fetched.kind === 'none') return
  if (fetched.kind === 'payout') {
    const accountId = providers.accountOfPayouts
    return inTransaction(db, (tx) => applyPayout(tx, { accountId, provider: code, reported: fetched, now }))
  }
  const found =
    fetched.kind === 'payment'
      ? await findPaymentByReference(db, code, fetched)
      : await findPaid(deps, provider, fetched.paymentReference)
  if (!found) return
  const { id } = found
  await inTransaction(db, async (tx) => {
    const payment = (await lockPayment(tx, id))!
    const isChanged =
      fetched.kind === 'payment'
        ? await applyState(tx, payment, { reported: fetched, now })
        : fetched.kind === 'refund'
          ? await applyRefund(tx, payment, { reported: fetched, now })
          : await applyDispute(tx, payment, { reported: fetched, now })
    if (isChanged) await bus.publish(tx, paymentChanged(payment))
  })
}

/**
 * Returns the payment of a refund or dispute. Messages about it may arrive first: until the payment is known to have succeeded,
 * its own state is fetched and applied before.
 */
async function findPaid(
  deps: PaymentDeps,
  provider: Provider,
  reference: string,
): Promise<{ id: string } | null> {
  const find = () => findPaymentByReference(deps.db, provider.code, { reference })
  const known = await find()
  if (known?.isBooked || reference === '') return known
  const payment = await provider.fetch({ kind: 'payment', reference })
  if (payment) await applyFetched(deps, provider, payment)
  return find()
}

/** Requests captures that are due, and cancels payments of invoices that were paid otherwise. */
async function requestDue({ db, clock }: PaymentDeps): Promise<void> {
  const now = clock.now()
  for (const id of await paymentsToCapture(db, now, perRun))
    await inTransaction(db, async (tx) => {
      const payment = (await lockPayment(tx, id))!
      if (payment.state === 'waiting_for_capture') await requestCapture(tx, payment, { now })
    })
  for (const id of await needlessPayments(db, perRun))
    await inTransaction(db, async (tx) => {
      const payment = (await lockPayment(tx, id))!
      const { accountId, state } = payment
      if (state === 'pending')
        await insertRequest(tx, { accountId, paymentId: id, kind: 'cancel', amountMinor: 0, now })
    })
}

async function performDue(deps: PaymentDeps): Promise<void> {
  for (const id of await duePayments(deps.db, deps.clock.now(), perRun))
    if ((await performRequests(deps, id)) === 'unreachable') return
}

async function checkPayments(deps: PaymentDeps, silent: Set<string>): Promise<void> {
  const { db, clock } = deps
  const before = new Date(clock.now().getTime() - checkMs)
  for (const provider of deps.providers.withMessages()) {
    const payments = await paymentsToCheck(db, { provider: provider.code, before, limit: perRun })
    await markChecked(
      db,
      payments.map(({ id }) => id),
      clock.now(),
    )
    for (const payment of payments) {
      if (silent.has(provider.code)) break
      await asking(deps, { provider, silent }, () => checkPayment(deps, provider, payment))
    }
  }
}

async function checkPayment(deps: PaymentDeps, provider: Provider, payment: PaymentRow): Promise<void> {
  const state = await stateAtProvider(provider, payment)
  if (state) await applyFetched(deps, provider, { ...state, kind: 'payment', paymentId: payment.id })
}

async function checkRefunds(deps: PaymentDeps, silent: Set<string>): Promise<void> {
  const { db, clock } = deps
  const before = new Date(clock.now().getTime() - checkMs)
  for (const provider of deps.providers.withMessages())
    for (const { reference } of await refundsToCheck(db, {
      provider: provider.code,
      before,
      limit: perRun,
    })) {
      if (silent.has(provider.code)) break
      await asking(deps, { provider, silent }, () => check(deps, provider, { kind: 'refund', reference }))
    }
}

async function checkDisputes(deps: PaymentDeps, silent: Set<string>): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - disputeCheckMs)
  for (const provider of deps.providers.withMessages()) {
    const due = { provider: provider.code, before, limit: perRun, now }
    for (const reference of await takeDisputesToCheck(deps.db, due)) {
      if (silent.has(provider.code)) break
      await asking(deps, { provider, silent }, () => check(deps, provider, { kind: 'dispute', reference }))
    }
  }
}

/** Fetches an object of a provider, and applies its state. */
async function check(deps: PaymentDeps, provider: Provider, object: ProviderObject): Promise<void> {
  const fetched = await provider.fetch(object)
  if (fetched) await applyFetched(deps, provider, fetched)
}

/** Runs a question to a provider; its failure does not stop the others. */
async function asking(
  { log }: PaymentDeps,
  { provider, silent }: { provider: Provider; silent: Set<string> },
  ask: () => Promise<void>,
): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!error.isFinal) silent.add(provider.code)
    log.warn({ err: error }, 'payments: a provider did not answer')
  }
}
