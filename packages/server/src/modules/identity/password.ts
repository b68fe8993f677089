import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue } from '../../shared/fair-queue.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'

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
