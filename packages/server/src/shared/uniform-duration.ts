import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any of these calls takes, most of which is the hashing of a password. */
const stepMs = 250

/**
 * Delays the answer to the next multiple of 250 ms after the call began: its timing reveals nothing, so known
 * and unknown users cannot be distinguished (A6).
 */
export async function withUniformDuration<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - begun
    await pause(Math.ceil(taken / stepMs) * stepMs - taken)
  }
}
