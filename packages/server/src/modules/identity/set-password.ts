import type { Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { revokeSessionsOf } from './session-store.ts'
import { endPendingLinks, setUserPassword } from './store.ts'
import { clearSignInAttempts } from './count-attempts.ts'

/** Ends all sessions of a user, or all but one, immediately and in all processes: tokens and open streams. */
export async function endSessionsOf(
  deps: Pick<IdentityDeps, 'bus' | 'clock'>,
  tx: Tx,
  { userId, reason, except }: { userId: string; reason: string; except?: string },
): Promise<number> {
  const ended = await revokeSessionsOf(tx, userId, { reason, now: deps.clock.now(), except })
  if (ended.length > 0)
    await deps.bus.publish(
      tx,
      ended.map((session) => ({ kind: 'session.ended', session }) as const),
    )
  return ended.length
}

/**
 * Stores the hash of a new password, clears failed attempts, and ends the user's sessions except the given
 * one (A3), and pending links that could give access to another person.
 */
export async function setPassword(
  deps: Pick<IdentityDeps, 'bus' | 'clock'>,
  tx: Tx,
  { userId, passwordHash, exceptSession }: { userId: string; passwordHash: string; exceptSession?: string },
): Promise<void> {
  await setUserPassword(tx, userId, { passwordHash, now: deps.clock.now() })
  await clearSignInAttempts(tx, userId)
  await endPendingLinks(tx, userId)
  await endSessionsOf(deps, tx, { userId, reason: 'the password was changed', except: exceptSession })
}
