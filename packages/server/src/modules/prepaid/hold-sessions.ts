import { isRefusal } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { RunningCosts } from '../charges/index.ts'
import type { Commands } from '../commands/index.ts'
import { balanceChanged, growHold, placeHold, releaseHolds } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { preauthorizationOf } from '../tariffs/index.ts'
import { addStopEvent, leftHolds, noteStop, type PrepaidSession, runningPrepaid } from './session-store.ts'

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
 * tariff needs for a start, and asks the station to stop a session that the balance does not cover. Finds everything in
 * the database, so that it continues after a crash. Returns true if such sessions are running.
 */
export async function holdSessions(deps: HoldDeps): Promise<boolean> {
  const { db } = deps
  const left = await leftHolds(db)
  if (left.length > 0) await inTransaction(db, (tx) => releaseHolds(tx, left))
  let after: string | null = null
  for (;;) {
    const sessions: PrepaidSession[] = await runningPrepaid(db, { after, most: perPage })
    await holdEach(deps, sessions)
    if (sessions.length < perPage) return after !== null || sessions.length > 0
    after = sessions.at(-1)!.id
  }
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
        await stop(deps, session)
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
async function stop({ db, bus, clock, commands }: HoldDeps, session: PrepaidSession): Promise<void> {
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
  await commands.send(
    { accountId, userId: null, isAdmin: false, clientId: null },
    { stations: [stationId], action: 'RemoteStopTransaction', payload: { transactionId: number } },
  )
}
