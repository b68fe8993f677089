import { setTimeout as pause } from 'node:timers/promises'

/** Longer than what any of these calls does; hashing a password is most of it. */
const stepMs = 250

/**
 * Answers at the next quarter of a second after the call began: what a call did cannot be read off its time, so known
 * and unknown people look alike (A6).
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - begun
    await pause(Math.ceil(taken / stepMs) * stepMs - taken)
  }
}
