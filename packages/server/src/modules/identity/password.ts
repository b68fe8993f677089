import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Refusal } from '../../shared/refusal.ts'
import { HashQueue } from './hash-queue.ts'

/** Of the four threads of libuv, which files and name resolution also use. */
const mostThreads = 2

const queue = new HashQueue({
  // leave one processor for everything else
  running: Math.max(1, Math.min(mostThreads, availableParallelism() - 1)),
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

let nobodysHash: Promise<string> | undefined

/**
 * Returns true if the password is correct, queued fairly among callers; refuses if too many wait. Without a
 * hash it takes as long and returns false: an unknown name must not be faster.
 */
export async function isPassword(
  stored: string | null,
  password: string,
  caller: string,
): Promise<boolean | Refusal> {
  nobodysHash ??= hash('nobody has this password')
  const compared = stored ?? (await nobodysHash)
  const isRight = await queue.run(caller, () => verify(compared, password))
  return stored === null && isRight === true ? false : isRight
}
