import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { IdentityDeps } from './deps.ts'
import { lockSteps } from './lockout.ts'
import { isPassword } from './password.ts'
import { hashOf } from './secrets.ts'
import { countTry, forgetTries, lockedUntil } from './store.ts'

type Deps = Pick<IdentityDeps, 'db' | 'clock'>

/**
 * Counts a try under this key before the password is looked at; why not, when the key is locked by now. Whoever was
 * right forgets the tries.
 */
export async function refuseTry(deps: Deps, key: Buffer): Promise<Refusal | null> {
  const now = deps.clock.now()
  if (await countTry(deps.db, key, now, lockSteps)) return null
  const until = await lockedUntil(deps.db, key)
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return {
    refusal: 'too-many',
    message: `Too many wrong tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    retryAfterSeconds: seconds,
  }
}

/** Under what wrong codes of a person's second factor are counted. */
export const codeTriesKey = (userId: string): Buffer => hashOf(`second factor ${userId}`)

/** Releases the lock after wrong passwords and wrong codes. */
export async function forgetSignInTries(db: Deps['db'], userId: string): Promise<void> {
  await forgetTries(db, hashOf(userId))
  await forgetTries(db, codeTriesKey(userId))
}

/** Whether a signed-in person knows their password; wrong tries count with those of signing in. Null when they do. */
export async function proveOwnPassword(
  deps: Deps,
  person: { id: string; password_hash: string | null },
  password: string,
  field: string,
): Promise<Refusal | null> {
  const key = hashOf(person.id)
  const locked = await refuseTry(deps, key)
  if (locked) return locked
  if (!(await isPassword(person.password_hash, password)))
    return refuse('invalid', 'The password is wrong', field)
  await forgetTries(deps.db, key)
  return null
}
