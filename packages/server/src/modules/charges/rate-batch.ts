import { setImmediate as turn } from 'node:timers/promises'
import type { BusEvent } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { type NewJournal, postJournals, reverseJournal, sessionRated } from '../ledger/index.ts'
import { freezeInput } from './frozen-input.ts'
import { pricesOfSessions } from './session-tariffs.ts'
import { type KnownRating, noRatings, planRating, type RatingPlan } from './plan-rating.ts'
import { type FrozenRating, rateSession, waitsUntil } from './rate-session.ts'
import {
  cancelCharges,
  endWaiting,
  insertCharges,
  insertDemoRevenue,
  insertRatings,
  insertReversals,
  knownRatings,
  noteFailure,
  postpone,
  type QueuedSession,
  supersede,
} from './rating-store.ts'
import { noticeEndedSessions } from './session-notices.ts'
import { loadSessions, withReadings } from './session-store.ts'

export type RateDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'>

/** Prices computed before the event loop continues, because messages of stations wait in that time. */
const pricesPerTurn = 16
/** Milliseconds after which a price that waits for the vehicle to leave is looked at again. */
const releasePollMs = 120_000
const maxErrorLength = 500
const firstRetryMs = 60_000
const longestRetryMs = 6 * 3_600_000

/** Returns when the price of a session is tried again after this many failures. */
export const retryAt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(firstRetryMs * 2 ** attempts, longestRetryMs))

export const textOfError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength)

type Planned = { rated: FrozenRating; plan: Exclude<RatingPlan, { kind: 'none' }>; ratingId: string }

/**
 * Prices and books the locked sessions in the transaction that locked them: frozen inputs, charges, journals and the
 * end of their waiting are committed together or not at all.
 */
export async function rateBatch(deps: RateDeps, tx: Tx, queue: readonly QueuedSession[]): Promise<void> {
  const now = deps.clock.now()
  const ids = queue.map(({ sessionId }) => sessionId)
  const priced = await priceAll(deps, tx, { queue, now })
  const known = await knownRatings(tx, ids)
  const planned = priced.rated.flatMap((rated): Planned[] => {
    const plan = planRating(rated, known.get(rated.session.id) ?? noRatings)
    return plan.kind === 'none' ? [] : [{ rated, plan, ratingId: newId() }]
  })
  await store(tx, planned, now)
  const open = new Set([...priced.waiting.map(({ id }) => id), ...priced.failed])
  await noticeEndedSessions(deps, tx, {
    rated: planned.flatMap(({ rated, plan }) => (plan.revision === 1 ? [rated] : [])),
    waiting: await postpone(tx, priced.waiting),
  })
  await endWaiting(
    tx,
    ids.filter((id) => !open.has(id)),
  )
  await deps.bus.publish(tx, hintsOf(planned.map(({ rated }) => rated.session)))
}

interface Waiting {
  id: string
  accountId: string
  until: Date
}

/** Prices sessions; one that cannot be priced waits, and does not stop the others. */
async function priceAll(
  { log }: RateDeps,
  tx: Tx,
  { queue, now }: { queue: readonly QueuedSession[]; now: Date },
): Promise<{ rated: FrozenRating[]; waiting: Waiting[]; failed: string[] }> {
  const ids = queue.map(({ sessionId }) => sessionId)
  const sessions = (await loadSessions(tx, ids)).filter(({ state }) => state !== 'running')
  const tariffs = await pricesOfSessions(tx, ids, now)
  const rated: FrozenRating[] = []
  const waiting: Waiting[] = []
  const failed: string[] = []
  for (const [index, session] of sessions.entries()) {
    if (index % pricesPerTurn === pricesPerTurn - 1) await turn()
    const tariff = tariffs.get(session.id) ?? null
    const until = waitsUntil(session, tariff, now.getTime())
    if (until !== null) {
      const { id, accountId } = session
      waiting.push({ id, accountId, until: new Date(Math.min(until, now.getTime() + releasePollMs)) })
      continue
    }
    try {
      const priced = rateSession(withReadings(session), tariff, now.getTime())
      rated.push({ ...priced.rated, frozen: freezeInput(priced.input) })
    } catch (error) {
      log.error({ err: error, session: session.id }, 'charges: the price of a session could not be computed')
      const attempts = queue.find(({ sessionId }) => sessionId === session.id)!.attempts
      await noteFailure(tx, { id: session.id, error: textOfError(error), retryAt: retryAt(now, attempts) })
      failed.push(session.id)
    }
  }
  return { rated, waiting, failed }
}

const bookedBy = ({ rated, ratingId }: Planned, now: Date): NewJournal[] => {
  const { session, currency, charges, holdReason } = rated
  const amountMinor = charges.reduce((sum, charge) => sum + charge.amountMinor, 0)
  if (holdReason !== null || session.clientId === null || currency === null || amountMinor === 0) return []
  const { accountId, clientId, stoppedAt } = session
  const occurredAt = stoppedAt === null ? now : new Date(stoppedAt)
  return [sessionRated({ accountId, clientId, currency, occurredAt, ratingId, amountMinor })]
}

/** Returns true if the balance that a session holds is free: its price is final. */
const endsHold = ({ session, holdReason }: FrozenRating): boolean =>
  session.hasHold && holdReason !== 'needs_review' && holdReason !== 'price_held'

async function store(tx: Tx, planned: readonly Planned[], now: Date): Promise<void> {
  if (planned.length === 0) return
  const replaced = planned.flatMap(({ plan, rated }) =>
    plan.kind === 'replace' && plan.current ? [{ ...plan.current, accountId: rated.session.accountId }] : [],
  )
  const withdrawn = planned.flatMap(({ plan }): KnownRating[] =>
    plan.kind === 'propose' && plan.proposed ? [plan.proposed] : [],
  )
  await cancelCharges(
    tx,
    [...replaced, ...withdrawn].map(({ id }) => id),
    now,
  )
  await supersede(
    tx,
    planned.flatMap(({ plan, ratingId: by }) => {
      const old = plan.kind === 'replace' ? plan.current : plan.proposed
      return old ? [{ id: old.id, by }] : []
    }),
  )
  const booked = new Map<string, string>()
  for (const { journalId, accountId } of replaced)
    if (journalId !== null) await reverseJournal(tx, { accountId, journalId, occurredAt: now })
  const posted = await postJournals(
    tx,
    planned.flatMap((one) => (one.plan.kind === 'replace' ? bookedBy(one, now) : [])),
    { capturedHolds: planned.flatMap(({ rated }) => (endsHold(rated) ? rated.session.number : [])) },
  )
  for (const { eventKey, journalId } of posted)
    if (journalId !== null) booked.set(eventKey.slice('rating:'.length), journalId)
  const ratings = planned.map(({ rated, plan, ratingId }) => ({
    id: ratingId,
    revision: plan.revision,
    rated,
    holdReason: plan.kind === 'propose' ? 'proposed' : rated.holdReason,
    journalId: booked.get(ratingId) ?? null,
  }))
  await insertRatings(tx, ratings, now)
  await insertDemoRevenue(
    tx,
    ratings.filter(({ holdReason }) => holdReason === 'demo'),
    replaced.map(({ id }) => id),
  )
  await insertCharges(
    tx,
    planned.flatMap(({ rated, plan, ratingId }) =>
      rated.holdReason === null
        ? rated.charges.map((_, index) => ({
            id: newId(),
            ratingId,
            rated,
            index,
            state: plan.kind === 'propose' ? ('proposed' as const) : ('processing' as const),
          }))
        : [],
    ),
    now,
  )
  await insertReversals(
    tx,
    planned.flatMap(({ plan, ratingId }) =>
      plan.kind === 'propose' ? [{ ratingId, of: plan.current.id }] : [],
    ),
    now,
  )
}

/** Sessions in one hint; one with more only reports that charges changed. */
const maxIds = 50

/** Returns one hint per account. */
export function hintsOf(sessions: readonly { id: string; accountId: string }[]): BusEvent[] {
  const byAccount = new Map<string, string[]>()
  for (const { id, accountId } of sessions)
    byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), id])
  return [...byAccount].map(([account, ids]) => ({
    kind: 'hint',
    account,
    hint: { kind: 'charge.changed', ...(ids.length <= maxIds && { ids }) },
  }))
}
