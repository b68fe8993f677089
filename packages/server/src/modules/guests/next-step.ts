import type { GuestChargeRow } from './charge-store.ts'

/** Next step of an open charge. */
export type Step =
  | { kind: 'wait' }
  /** Request the station to start. */
  | { kind: 'start' }
  /** The page of the provider is closed, because the guest did not pay. */
  | { kind: 'close' }
  /** The card is no longer accepted, because the charge did not start. */
  | { kind: 'withdraw' }
  /** The reserved amount is released, because no session followed. */
  | { kind: 'release' }
  /** The session ended: its invoice is issued, and its price captured. */
  | { kind: 'settle' }
  | { kind: 'end'; outcome: 'not_started' | 'not_paid' }

const minuteMs = 60_000
/** Milliseconds that a guest may take to pay. */
export const payWithinMs = 30 * minuteMs
/** Milliseconds after the payment in which the station is requested to start; later, the guest has left. */
export const startWithinMs = 10 * minuteMs
/** Milliseconds after the last start in which a session may begin, as the card is accepted. */
export const sessionWithinMs = 15 * minuteMs
/** Milliseconds between the end of the card and the release, in which a start that was accepted just before is stored. */
export const releaseAfterMs = minuteMs

type Facts = Pick<
  GuestChargeRow,
  | 'paymentState'
  | 'createdAt'
  | 'paidAt'
  | 'authorisedMinor'
  | 'withdrawnAt'
  | 'givenUpAt'
  | 'starts'
  | 'lastStartAt'
> & { session: Pick<NonNullable<GuestChargeRow['session']>, 'state' | 'rating'> | null }

const wait: Step = { kind: 'wait' }

/** Returns what happens next to an open charge. */
export function nextStep(charge: Facts, now: Date): Step {
  const since = (at: Date | null) => (at === null ? 0 : now.getTime() - at.getTime())
  const { paymentState, session } = charge
  if (session !== null) return stepOfSession(session)
  if (paymentState === 'pending') return since(charge.createdAt) > payWithinMs ? { kind: 'close' } : wait
  if (paymentState !== 'waiting_for_capture')
    return { kind: 'end', outcome: charge.authorisedMinor > 0 ? 'not_started' : 'not_paid' }
  if (charge.withdrawnAt !== null)
    return since(charge.withdrawnAt) >= releaseAfterMs ? { kind: 'release' } : wait
  if (charge.givenUpAt !== null) return { kind: 'withdraw' }
  if (charge.starts === 0) return { kind: since(charge.paidAt) > startWithinMs ? 'withdraw' : 'start' }
  return since(charge.lastStartAt) > sessionWithinMs ? { kind: 'withdraw' } : wait
}

function stepOfSession({ state, rating }: NonNullable<Facts['session']>): Step {
  if (state === 'running' || rating === null) return wait
  // a user decides first
  return isPriceOpen(rating) ? wait : { kind: 'settle' }
}

/** Returns true if a user decides what the session costs. */
export const isPriceOpen = ({ holdReason }: { holdReason: string | null }): boolean =>
  holdReason === 'needs_review' || holdReason === 'price_held'
