import type { Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { endSessionsOf } from './end-session.ts'
import { endPendingLinks, setUserPassword } from './store.ts'
import { clearSignInAttempts } from './count-attempts.ts'

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
