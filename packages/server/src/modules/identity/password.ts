import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordLength } from '@stationmaster/contract'
import { FairQueue } from '../../shared/fair-queue.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { commonPasswords } from './common-passwords.gen.ts'

/** Of the four threads of libuv, which files and name resolution also use. */
const maxThreads = 2

// leave one processor for everything else
const threads = Math.max(1, Math.min(maxThreads, availableParallelism() - 1))

/**
 * Each hash takes a thread and a processor for some tens of milliseconds, which delays stations. Callers are
 * addresses, or signed-in users.
 */
const queue = new FairQueue({
  slots: threads,
  perUser: threads,
  perAccount: threads,
  maxWaitingPerUser: 5,
  maxWaiting: 64,
  patienceMs: 60_000,
  refusals: {
    ofUser: refuse('sign_in.too_many_parallel', { retryAfterSeconds: 2 }),
    ofAll: refuse('sign_in.server_busy', { retryAfterSeconds: 2 }),
  },
})

const inTurn = <T>(caller: string, work: () => Promise<T>): Promise<T | Refusal> =>
  queue.run({ userId: caller, accountId: '' }, work)

/**
 * Returns the hash to store: argon2id, 19 MiB, two passes (the library's default follows OWASP). For use at
 * startup.
 */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Returns the hash to store, queued fairly among callers; refuses if too many wait. */
export const hashPasswordFor = (caller: string, password: string): Promise<string | Refusal> =>
  inTurn(caller, () => hashPassword(password))

let dummyHash: Promise<string> | undefined

/**
 * Returns true if the password is correct, queued fairly among callers; refuses if too many wait. Without a
 * hash it takes as long and returns false: an unknown name must not be faster.
 */
export async function isPassword(
  stored: string | null,
  password: string,
  caller: string,
): Promise<boolean | Refusal> {
  dummyHash ??= hash('a password that no user has')
  const compared = stored ?? (await dummyHash)
  const isRight = await inTurn(caller, () => verify(compared, password))
  return stored === null && isRight === true ? false : isRight
}

/** The user's own names, which the password must not be. */
export interface Owner {
  username: string
  email: string | null
}

let common: Set<string> | undefined

const isCommon = (folded: string): boolean => {
  common ??= new Set(commonPasswords.trim().split(/\s+/))
  return common.has(folded)
}

/**
 * Returns a refusal if the new password is not acceptable, or null. All characters are allowed and none are
 * required: only length and not being easy to guess count (A6; NIST SP 800-63B, 5.1.1.2).
 */
export function passwordProblem(password: string, owner: Owner, field = 'password'): Refusal | null {
  const { minimum, maximum } = passwordLength
  if (password.length < minimum) return refuse('value.too_short', { limit: minimum, field })
  if (password.length > maximum) return refuse('value.too_long', { limit: maximum, field })
  const folded = password.toLowerCase()
  const names = [owner.username, owner.email, owner.email?.split('@')[0]]
  if (names.some((name) => name && name.toLowerCase() === folded))
    return refuse('password.own_name', { field })
  if (new Set(folded).size < 3 || isCommon(folded)) return refuse('password.common', { field })
  return null
}
