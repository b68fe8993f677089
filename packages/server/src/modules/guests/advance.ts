import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { systemAsker } from '../commands/index.ts'
import { sendOnce } from '../driver/index.ts'
import { invoiceChanged, issueForSession } from '../invoices/index.ts'
import {
  endCharge,
  extendCard,
  type GuestChargeRow,
  lockOpen,
  markWithdrawn,
  readGuestCharge,
  withdrawCard,
} from './charge-store.ts'
import type { GuestDeps } from './deps.ts'
import { nextStep, sessionWithinMs, type Step } from './next-step.ts'

/** Steps of a charge that can follow each other at one time, such as a release and the end. */
const mostSteps = 4

/**
 * Moves a charge as far as it can go now. Everything that decides is in the database, so that a repeated call, another process
 * or the job after a crash continues where the last one stopped.
 */
export async function advance(deps: GuestDeps, id: string): Promise<void> {
  for (let count = 0; count < mostSteps; count += 1) {
    const charge = await readGuestCharge(deps.db, id)
    if (!charge || charge.outcome !== null) return
    const step = nextStep(charge, deps.clock.now())
    if (step.kind === 'wait' || !(await take(deps, charge, step))) return
  }
}

/** Carries out a step; returns false if the next one has to wait. */
async function take(deps: GuestDeps, charge: GuestChargeRow, step: Step): Promise<boolean> {
  const { db, payments, clock } = deps
  const { id } = charge
  if (step.kind === 'start') {
    // a connector that is offered to a driver of a queue is refused: the next run tries again
    await startCharge(deps, charge, id)
    return false
  }
  const isDone = await inTransaction(db, async (tx) => {
    if (!(await lockOpen(tx, id))) return false
    const now = clock.now()
    if (step.kind === 'end') {
      await endCharge(tx, { id, outcome: step.outcome, now })
      return true
    }
    if (step.kind === 'withdraw') {
      await markWithdrawn(tx, id, now)
      await withdrawCard(tx, id, now)
      return false
    }
    if (step.kind === 'settle') return settle(deps, tx, charge)
    await releasePayment(deps, tx, id)
    return true
  })
  const performed = await payments.perform(id)
  // without an answer of the provider, the same step would follow
  return isDone && performed === 'done'
}

/** Requests the station to start, once per key. Returns the key of the start that counts. */
export async function startCharge(
  deps: GuestDeps,
  charge: GuestChargeRow,
  key: string,
): Promise<string | Refusal> {
  const { id, accountId, stationId, evseId, cardId, cardCode, connectorNo } = charge
  await extendCard(deps.db, id, new Date(deps.clock.now().getTime() + sessionWithinMs))
  return sendOnce(deps, {
    owner: { guestId: id },
    asker: systemAsker(accountId),
    key,
    connector: { id: evseId, no: connectorNo, accountId, stationId },
    card: { id: cardId, code: cardCode },
    limit: null,
    car: null,
  })
}

async function releasePayment({ payments, clock }: GuestDeps, tx: Tx, id: string): Promise<void> {
  const payment = await payments.lock(tx, id)
  if (payment?.state === 'pending' || payment?.state === 'waiting_for_capture')
    await payments.release(tx, payment, clock.now())
}

/**
 * Issues the invoice of the session and requests the capture of its amount in one transaction; a session that costs nothing
 * has none, and releases everything. Returns false if the invoice cannot be issued now: the next run tries again.
 */
async function settle(deps: GuestDeps, tx: Tx, charge: GuestChargeRow): Promise<boolean> {
  const { payments, clock, bus, log } = deps
  const { id, accountId, clientId, locale: language, session } = charge
  const now = clock.now()
  const payment = (await payments.lock(tx, id))!
  const isReserved = payment.state === 'waiting_for_capture'
  const isFree = session!.rating?.grossMinor === 0
  const invoice = isFree
    ? null
    : await issueForSession(tx, {
        id: session!.id,
        accountId,
        clientId,
        language,
        reservedMinor: isReserved ? payment.authorisedMinor : 0,
        isTrial: payment.isTrial,
        now,
      })
  if (isRefusal(invoice)) {
    log.error({ charge: id, code: invoice.code }, 'guests: the invoice of a session cannot be issued')
    return false
  }
  if (invoice === null || invoice.grossMinor === 0) {
    await releasePayment(deps, tx, id)
    await endCharge(tx, { id, outcome: 'free', now })
    return true
  }
  if (isReserved) {
    const amountMinor = Math.min(invoice.grossMinor, payment.authorisedMinor)
    await payments.capture(tx, { payment, invoiceId: invoice.id, amountMinor, now })
  }
  await endCharge(tx, { id, outcome: 'charged', invoiceId: invoice.id, now })
  await bus.publish(tx, [...invoiceChanged(accountId, [invoice.id]), { kind: 'invoice.issued' }])
  return true
}
