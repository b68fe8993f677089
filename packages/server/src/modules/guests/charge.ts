import {
  type AnswerOf,
  type BodyOf,
  type guestChargeGet,
  type guestChargeMail,
  type guestChargeSigned,
  type guestChargeStart,
  type guestChargeStop,
  guestLinkDays,
} from '@stationmaster/contract'
import { decimalOf } from '../../shared/money.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { shownIdleFee } from '../charges/index.ts'
import { systemAsker } from '../commands/index.ts'
import { chargeState, readCharge, requestStop, visitor } from '../driver/index.ts'
import { documentsOf } from '../invoices/index.ts'
import { advance, startCharge } from './advance.ts'
import { findBySecret, type GuestChargeRow, lockOpen, markGivenUp, readGuestCharge } from './charge-store.ts'
import { findEvse } from './code-store.ts'
import { hashOf } from './codes.ts'
import type { GuestDeps } from './deps.ts'
import { sendLink } from './mail.ts'
import { isPriceOpen } from './next-step.ts'
import { endOfReserved } from './reserved-end.ts'
import { countOfEnded, listOfSession } from './signed.ts'
import { placeOf, shownPlace } from './station.ts'

type Shown = AnswerOf<typeof guestChargeGet>

export const linkInvalid = refuse('guest.link_invalid', { field: 'secret' })
const alreadyStarted = refuse('guest.already_started')
const dayMs = 86_400_000

/** Returns the charge of a link, moved as far as it can go now; null if the link is void. */
async function chargeOf(deps: GuestDeps, secret: string): Promise<GuestChargeRow | null> {
  const { db, payments } = deps
  const id = await findBySecret(db, hashOf(secret))
  if (id === null) return null
  const before = await readGuestCharge(db, id)
  if (before?.outcome === null && before.paymentState === 'pending') await payments.refresh(id)
  await advance(deps, id)
  return readGuestCharge(db, id)
}

/** Returns what the page of a link shows. */
export async function shownCharge(deps: GuestDeps, secret: string): Promise<Shown | Refusal> {
  const charge = await chargeOf(deps, secret)
  return charge ? shown(deps, charge) : linkInvalid
}

const failed = ['refused', 'card_refused', 'silent', 'timed_out', 'not_sent'] as const

/** Returns the signed values of the session of a link. */
export async function signedOf(
  deps: GuestDeps,
  secret: string,
): Promise<AnswerOf<typeof guestChargeSigned> | Refusal> {
  const charge = await chargeOf(deps, secret)
  if (!charge) return linkInvalid
  const { session } = charge
  if (session === null) return refuse('transaction.not_found', { field: 'secret' })
  const values = await listOfSession(deps, { ...charge, session })
  return isRefusal(values) ? values : { number: session.number, values }
}

/** Requests the station again to start, after a start that failed. */
export async function startAgain(
  deps: GuestDeps,
  { secret, id: key }: BodyOf<typeof guestChargeStart>,
): Promise<Shown | Refusal> {
  const charge = await chargeOf(deps, secret)
  if (!charge) return linkInvalid
  if (charge.session !== null) return alreadyStarted
  const { paymentState, withdrawnAt, givenUpAt, outcome } = charge
  if (paymentState !== 'waiting_for_capture' || (withdrawnAt ?? givenUpAt ?? outcome) !== null)
    return refuse('guest.not_reserved')
  const { phase } = await phaseOf(deps, charge)
  const started = failed.some((one) => one === phase) ? await startCharge(deps, charge, key) : null
  return isRefusal(started) ? started : shownCharge(deps, secret)
}

/** Gives up a charge that has not started. */
export async function giveUp(deps: GuestDeps, secret: string): Promise<Shown | Refusal> {
  const charge = await chargeOf(deps, secret)
  if (!charge) return linkInvalid
  if (charge.session !== null) return alreadyStarted
  const { id } = charge
  const { db, clock, payments } = deps
  await inTransaction(db, async (tx) => {
    if (!(await lockOpen(tx, id))) return
    await markGivenUp(tx, id, clock.now())
    const payment = await payments.lock(tx, id)
    if (payment?.state === 'pending') await payments.release(tx, payment, clock.now())
  })
  await payments.perform(id)
  return shownCharge(deps, secret)
}

/** Requests the station to stop the session of a link. */
export async function stopCharge(
  deps: GuestDeps,
  secret: string,
  signal: AbortSignal,
): Promise<AnswerOf<typeof guestChargeStop> | Refusal> {
  const charge = await chargeOf(deps, secret)
  if (!charge) return linkInvalid
  const { session, accountId } = charge
  if (session?.state !== 'running') return refuse('driver.session_ended')
  return requestStop(deps.commands, systemAsker(accountId), { session, signal })
}

/** L259: mails with one link. */
export const maxMails = 3

/** Sends the link by email now, after the session with the receipt. */
export async function mailCharge(
  deps: GuestDeps,
  { secret, email }: BodyOf<typeof guestChargeMail>,
): Promise<Shown | Refusal> {
  const charge = await chargeOf(deps, secret)
  if (!charge) return linkInvalid
  if (charge.mails >= maxMails) return refuse('guest.too_many_mails')
  const isSent = await inTransaction(deps.db, (tx) => sendLink(deps, tx, { charge, email }))
  return isSent ? shownCharge(deps, secret) : refuse('guest.too_many_mails')
}

/** Returns the phase of a charge, and of its last start the reason, the time of the answer and the deadline. */
async function phaseOf(
  { db, clock }: Pick<GuestDeps, 'db' | 'clock'>,
  charge: GuestChargeRow,
): Promise<Pick<Shown, 'phase' | 'reason' | 'answered' | 'deadline'>> {
  const none = { reason: null, answered: null, deadline: null }
  const { paymentState, session, outcome, starts } = charge
  if (session !== null) return { ...none, phase: session.state === 'running' ? 'charging' : 'ended' }
  if (charge.givenUpAt ?? charge.withdrawnAt ?? (outcome === 'not_started' ? outcome : null))
    return { ...none, phase: charge.authorisedMinor > 0 ? 'released' : 'not_paid' }
  if (paymentState === 'pending') return { ...none, phase: 'unpaid' }
  if (paymentState !== 'waiting_for_capture') return { ...none, phase: 'not_paid' }
  const row = starts === 0 ? null : await readCharge(db, { guestId: charge.id })
  if (!row) return { ...none, phase: 'reserved' }
  const { phase, reason, answered, deadline } = chargeState(row, { viewer: visitor, now: clock.now() })
  return { phase, reason, answered, deadline }
}

async function shown(deps: GuestDeps, charge: GuestChargeRow): Promise<Shown | Refusal> {
  const { db, running, addressOf } = deps
  const code = await findEvse(db, charge.evseId)
  // it may have been taken out of use, or made private, since
  const place = code && (await placeOf(deps, code, { isKnown: true }))
  if (!place) return linkInvalid
  const { session, currency, outcome, endedAt, paymentState } = charge
  const phase = await phaseOf(deps, charge)
  const soFar = await costSoFar(running, charge)
  const decimal = (minor: number) => decimalOf(minor, currency)
  const documents = charge.invoiceId === null ? [] : await documentsOf(db, charge.invoiceId)
  const document = documents.find(({ kind }) => kind === 'pdf')
  return {
    ...(await shownPlace(deps, place)),
    ...phase,
    checkouturl: paymentState === 'pending' && charge.givenUpAt === null ? charge.checkoutUrl : null,
    currency,
    reserved: decimal(charge.authorisedMinor || charge.reservedMinor),
    cost: costOf(charge, soFar),
    idlefee: shownIdleFee(soFar?.idleFee ?? null),
    captured: charge.capturedMinor > 0 ? decimal(charge.capturedMinor) : null,
    isreleased: isReleased(charge),
    trial: charge.isTrial,
    energy: session?.energyWh ?? null,
    charging: session?.state === 'running' ? session.powerW : null,
    soc: session?.soc ?? null,
    started: session?.startedAt ?? null,
    stopped: session?.stoppedAt ?? null,
    readingsat: session?.readingsAt ?? null,
    ends: endOfReserved(charge, { soFar, now: deps.clock.now() }),
    signed: await countOfEnded(deps, session),
    invoice: charge.invoiceCode,
    document: document ? addressOf(document.id) : null,
    ismailed: charge.email !== null,
    until:
      outcome === null || endedAt === null
        ? null
        : new Date(endedAt.getTime() + guestLinkDays * dayMs).toISOString(),
  }
}

const isReleased = ({ paymentState, authorisedMinor, capturedMinor }: GuestChargeRow): boolean =>
  ['cancelled', 'expired', 'failed'].includes(paymentState) ||
  (paymentState === 'succeeded' && capturedMinor < authorisedMinor)

/** Returns the cost of a session whose price is not final. */
const costSoFar = async (running: GuestDeps['running'], { session }: GuestChargeRow) =>
  session === null || session.rating !== null ? undefined : (await running.of([session.id])).get(session.id)

/** Returns the cost so far, or the price; null if it is not known. */
function costOf(
  { session, currency, outcome }: GuestChargeRow,
  soFar: Awaited<ReturnType<typeof costSoFar>>,
): string | null {
  if (session === null) return null
  if (outcome === 'free') return decimalOf(0, currency)
  // a user decides first
  if (session.rating && isPriceOpen(session.rating)) return null
  const minor = session.rating?.grossMinor ?? soFar?.rated.grossMinor
  return minor === undefined ? null : decimalOf(minor, currency)
}
