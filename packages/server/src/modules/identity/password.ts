import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Refusal } from '../../shared/refusal.ts'
import { HashQueue } from './hash-queue.ts'

/** Of the four threads of libuv, which files and name resolution also use. */
const maxThreads = 2

const queue = new HashQueue({
  // leave one processor for everything else
  running: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
  waitingOfCaller: 5,
  waiting: 64,
})

/**
 * Returns the hash to store: argon2id, 19 MiB, two passes (the library's default follows OWASP). For use at
 * startup.
 */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Returns the hash to store, queued fairly among callers; refuses if too many wait. */
export const hashPasswordFor = (caller: string, password: string): Promise<string | Refusal> =>
  queue.run(caller, () => hashPassword(password))

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
  const isRight = await queue.run(caller, () => verify(compared, password))
  return stored === null && isRight === true ? false : isRight
}
