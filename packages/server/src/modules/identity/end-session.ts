import type { Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { revokeSession, revokeSessionsOf } from './session-store.ts'

type Deps = Pick<IdentityDeps, 'bus' | 'clock'>

/** Ends a session immediately in all processes: its tokens and open streams. Returns true if it was open. */
export async function endSession(
  deps: Deps,
  tx: Tx,
  { session, reason }: { session: string; reason: string },
): Promise<boolean> {
  const wasOpen = await revokeSession(tx, session, { reason, now: deps.clock.now() })
  if (wasOpen) await publishEnded(deps, tx, [session])
  return wasOpen
}

/** Ends all sessions of a user in the same way, or all but one. Returns the number of those that were open. */
export async function endSessionsOf(
  deps: Deps,
  tx: Tx,
  { userId, reason, except }: { userId: string; reason: string; except?: string },
): Promise<number> {
  const ended = await revokeSessionsOf(tx, userId, { reason, now: deps.clock.now(), except })
  await publishEnded(deps, tx, ended)
  return ended.length
}

/** Notifies all processes of ended sessions. */
export const publishEnded = (
  { bus }: Pick<Deps, 'bus'>,
  tx: Tx,
  sessions: readonly string[],
): Promise<void> =>
  bus.publish(
    tx,
    sessions.map((session) => ({ kind: 'session.ended', session }) as const),
  )
