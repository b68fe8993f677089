import { addressBlock } from '../../shared/address-block.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { IdentityDeps } from './deps.ts'
import {
  addressLocks,
  delayMs,
  type LockRule,
  locksAfter,
  neverLocks,
  ownLocks,
  sharedCodeLocks,
} from './lockout.ts'
import { isPassword } from './password.ts'
import { hashOf } from './secrets.ts'
import {
  countAttempt,
  clearAttempts,
  isKnownAddress,
  lockedUntil,
  takeBackAttempt,
  type AttemptKey,
} from './attempt-store.ts'

type Deps = Pick<IdentityDeps, 'db' | 'clock'>

/** Origin of an attempt: a sign-in from an address, or the owner of a session. */
export type AttemptOrigin = { address: string } | { session: string }

/** An attempt that is counted before the secret is checked, so that concurrent attempts cannot exceed a limit. */
export interface CountedAttempt {
  /** Time in ms to wait before the secret is checked. */
  delayMs: number
  /** Call it if the secret was correct. */
  succeeded(): Promise<void>
  /** Call it if the secret was not checked. */
  cancel(): Promise<void>
}

const keyOf = (subject: string | null, ...parts: string[]): AttemptKey => ({
  key: hashOf(JSON.stringify([subject, ...parts])),
  subject: subject === null ? null : hashOf(subject),
})
const blockHash = (address: string): Buffer => hashOf(addressBlock(address))

/**
 * Counts a password at sign-in, or refuses it while it is locked. The lock applies to the user (or unknown
 * name) together with the address, or to the address for all names: guessing from elsewhere locks no one out.
 * An address from which the user has signed in before has its own count and no delay.
 */
export async function countSignInAttempt(
  deps: Deps,
  { subject, userId }: { subject: string; userId: string | null },
  address: string,
): Promise<CountedAttempt | Refusal> {
  const pair = keyOf(subject, 'password', addressBlock(address))
  if (await isKnownAddress(deps.db, userId, blockHash(address))) return countOne(deps, pair, ownLocks)
  const ofAddress = keyOf(null, 'address', addressBlock(address))
  const ofAll = keyOf(subject, 'all addresses')
  const now = deps.clock.now()
  if ((await countAttempt(deps.db, ofAddress, { now, lockRule: addressLocks })) === null)
    return lockRefusal(deps, ofAddress)
  // never locked, so there is always a count
  const totalAttempts = (await countAttempt(deps.db, ofAll, { now, lockRule: neverLocks })) ?? 0
  const takeBack = async () => {
    await takeBackAttempt(deps.db, ofAddress)
    await takeBackAttempt(deps.db, ofAll)
  }
  const counted = await countOne(deps, pair, locksAfter(totalAttempts))
  if (isRefusal(counted)) {
    await takeBack()
    return counted
  }
  return {
    delayMs: delayMs(totalAttempts),
    succeeded: async () => {
      await counted.succeeded()
      await takeBack()
    },
    cancel: async () => {
      await counted.cancel()
      await takeBack()
    },
  }
}

/**
 * Counts a code of the second factor. A code has six digits, so unknown addresses share one count, which also
 * locks; sessions, and addresses from which the user has signed in, have their own.
 */
export async function countCodeAttempt(
  deps: Deps,
  userId: string,
  from: AttemptOrigin,
): Promise<CountedAttempt | Refusal> {
  if ('session' in from) return countOne(deps, keyOf(userId, 'code', 'session', from.session), ownLocks)
  return (await isKnownAddress(deps.db, userId, blockHash(from.address)))
    ? countOne(deps, keyOf(userId, 'code', addressBlock(from.address)), ownLocks)
    : countOne(deps, keyOf(userId, 'code'), sharedCodeLocks)
}

async function countOne(deps: Deps, key: AttemptKey, rule: LockRule): Promise<CountedAttempt | Refusal> {
  if ((await countAttempt(deps.db, key, { now: deps.clock.now(), lockRule: rule })) === null)
    return lockRefusal(deps, key)
  return {
    delayMs: 0,
    succeeded: async () => void (await clearAttempts(deps.db, { key: key.key })),
    cancel: () => takeBackAttempt(deps.db, key),
  }
}

async function lockRefusal({ db, clock }: Deps, { key }: AttemptKey): Promise<Refusal> {
  const until = await lockedUntil(db, key)
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - clock.now().getTime()) / 1000))
  return refuse('sign_in.too_many_attempts', { minutes: Math.ceil(seconds / 60), retryAfterSeconds: seconds })
}

/** Releases all locks of a user after wrong passwords and codes. */
export const clearSignInAttempts = async (db: Deps['db'], userId: string): Promise<void> =>
  void (await clearAttempts(db, { subject: hashOf(userId) }))

/**
 * Checks the password of a signed-in user; returns null if it is correct. Wrong ones count for the session
 * only: failed sign-ins by others do not lock signed-in users.
 */
export async function proveOwnPassword(
  deps: Deps,
  person: { id: string; password_hash: string | null },
  { password, session, field }: { password: string; session: string; field: string },
): Promise<Refusal | null> {
  const counted = await countOne(deps, keyOf(person.id, 'password', 'session', session), ownLocks)
  if (isRefusal(counted)) return counted
  const isRight = await isPassword(person.password_hash, password, person.id)
  if (isRefusal(isRight)) {
    await counted.cancel()
    return isRight
  }
  if (!isRight) return refuse('password.wrong', { field })
  await counted.succeeded()
  return null
}
