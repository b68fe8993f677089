import { isRefusal } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { RunningCosts } from '../charges/index.ts'
import { type Commands, systemAsker } from '../commands/index.ts'
import { balanceChanged, growHold, placeHold, releaseHolds } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { preauthorizationOf } from '../tariffs/index.ts'
import {
  addStopEvent,
  type GuestSession,
  leftHolds,
  noteStop,
  type PrepaidSession,
  runningOfGuests,
  runningPrepaid,
  type StoppedSession,
} from './session-store.ts'

export interface HoldDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  commands: Pick<Commands, 'send'>
  running: Pick<RunningCosts, 'of'>
}

/** Sessions that are read together. */
const perPage = 100
/** Milliseconds before a station is asked again to stop a session. */
const stopAgainMs = 60_000

/**
 * Holds for each running session of a client that pays in advance what it costs so far, at least the amount that its
 * tariff needs for a start, and asks the station to stop a session that the balance, or what a guest has reserved, does not
 * cover. Finds everything in the database, so that it continues after a crash. Returns true if such sessions are running.
 */
export async function holdSessions(deps: HoldDeps): Promise<boolean> {
  const { db } = deps
  const left = await leftHolds(db)
  if (left.length > 0) await inTransaction(db, (tx) => releaseHolds(tx, left))
  const hasPrepaid = await inPages(
    (after) => runningPrepaid(db, { after, most: perPage }),
    (sessions) => holdEach(deps, sessions),
  )
  const hasGuests = await inPages(
    (after) => runningOfGuests(db, { after, most: perPage }),
    (sessions) => stopEach(deps, sessions),
  )
  return hasPrepaid || hasGuests
}

/** Works on all sessions, a page at a time; returns true if there are any. */
async function inPages<Session extends { id: string }>(
  read: (after: string | null) => Promise<Session[]>,
  work: (sessions: readonly Session[]) => Promise<void>,
): Promise<boolean> {
  for (let after: string | null = null; ; ) {
    const sessions: Session[] = await read(after)
    await work(sessions)
    if (sessions.length < perPage) return after !== null || sessions.length > 0
    after = sessions.at(-1)!.id
  }
}

/** Asks stations to stop sessions of guests that cost what is reserved. */
async function stopEach(deps: HoldDeps, sessions: readonly GuestSession[]): Promise<void> {
  const costs = await deps.running.of(sessions.map(({ id }) => id))
  for (const session of sessions) {
    const costMinor = costs.get(session.id)?.rated.grossMinor ?? 0
    if (!isUsedUp(session, { costMinor, now: deps.clock.now() })) continue
    try {
      await stop(deps, { ...session, reason: 'reserved_amount_used' })
    } catch (error) {
      deps.log.error(
        { err: error, session: session.id },
        'prepaid: a session of a guest could not be stopped',
      )
    }
  }
}

/** Seconds of charging that the reserved amount has to cover beyond the cost so far: stations need time to stop. */
const aheadSeconds = 30

/**
 * Returns true if the reserved amount does not cover what the next half minute costs at the average so far. Only the stop
 * follows from this estimate: the price is that of the readings, and never above what is reserved.
 */
export function isUsedUp(
  { reservedMinor, startedAt }: Pick<GuestSession, 'reservedMinor' | 'startedAt'>,
  { costMinor, now }: { costMinor: number; now: Date },
): boolean {
  const seconds = Math.max((now.getTime() - startedAt.getTime()) / 1_000, aheadSeconds)
  return costMinor * (1 + aheadSeconds / seconds) >= reservedMinor
}

async function holdEach(deps: HoldDeps, sessions: readonly PrepaidSession[]): Promise<void> {
  const costs = await deps.running.of(sessions.map(({ id }) => id))
  for (const session of sessions) {
    const rated = costs.get(session.id)?.rated
    // without a tariff nothing is charged
    if (!rated?.tariff || session.isHoldEnded) continue
    const needed = Math.max(preauthorizationOf(rated.tariff.definition), rated.grossMinor)
    try {
      if (!(await hold(deps, session, { currency: rated.tariff.definition.currency, amountMinor: needed })))
        await stop(deps, { ...session, reason: 'balance_too_low' })
    } catch (error) {
      // the next run tries again; the other sessions do not wait for it
      deps.log.error({ err: error, session: session.id }, 'prepaid: a session could not be held')
    }
  }
}

/** Places or raises the hold of a session; returns false if the balance does not cover it. */
async function hold(
  { db }: HoldDeps,
  { number: transactionNumber, accountId, clientId, heldMinor }: PrepaidSession,
  { currency, amountMinor }: { currency: string; amountMinor: number },
): Promise<boolean> {
  if (amountMinor <= (heldMinor ?? 0)) return true
  return inTransaction(db, async (tx) => {
    const refusal =
      heldMinor === null
        ? await placeHold(tx, { transactionNumber, accountId, clientId, currency, amountMinor })
        : await growHold(tx, { transactionNumber, amountMinor })
    if (isRefusal(refusal)) return false
    await balanceChanged(tx, [accountId])
    return true
  })
}

/** Asks a station to stop a session, unless it was asked a short time ago. */
async function stop({ db, bus, clock, commands }: HoldDeps, session: StoppedSession): Promise<void> {
  const { accountId, stationId, number, isConnected } = session
  if (!isConnected) return
  const now = clock.now()
  const next = new Date(now.getTime() + stopAgainMs)
  const attempts = await inTransaction(db, async (tx) => {
    const attempts = await noteStop(tx, session, { now, next })
    if (attempts === 1) {
      await addStopEvent(tx, session, now)
      await bus.publish(tx, [
        { kind: 'hint', account: accountId, hint: { kind: 'activity.added', station: stationId } },
      ])
    }
    return attempts
  })
  if (attempts === null) return
  await commands.send(systemAsker(accountId), {
    stations: [stationId],
    action: 'RemoteStopTransaction',
    payload: { transactionId: number },
  })
}
