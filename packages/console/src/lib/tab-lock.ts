import { keepStored, readStored } from './stored.ts'

const leaseMs = 10_000
/** A request under the lock gives up sooner than the lease: no tab waits for ever behind one whose network sleeps. */
export const lockedMs = 8_000
/** By then what one tab wrote is seen by the others. */
const settleMs = 200
const running = new Map<string, Promise<unknown>>()

/**
 * Runs work in one tab at a time; it says when it wrote to local storage. Browsers offer `navigator.locks` only over
 * https and on localhost; elsewhere a lease in local storage does, which is good enough for work that looks again at
 * what it finds.
 */
export function withLock<T>(name: string, work: (wrote: () => void) => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (locks) return withBrowserLock(locks, name, work)
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.catch(() => null).then(() => withLease(work))
  running.set(name, mine)
  return mine
}

/**
 * A lock goes from one process of the browser to the next faster than what was written: it is held until the others see
 * that, and whoever did the work goes on meanwhile.
 */
const withBrowserLock = <T>(
  locks: LockManager,
  name: string,
  work: (wrote: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const held = locks.request(`stationmaster.${name}`, async () => {
      let hasWritten = false
      await work(() => void (hasWritten = true)).then(resolve, reject)
      if (hasWritten) await settled()
    })
    held.catch(reject)
  })

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** What is written under the lease is seen before its end is, because both go the same way. */
async function withLease<T>(work: (wrote: () => void) => Promise<T>): Promise<T> {
  const mine = String(Math.random())
  const release = (): void => {
    if (readStored('token_lease')?.endsWith(mine)) keepStored('token_lease', null)
  }
  // A page that is left or loaded anew in the middle gives it back.
  window.addEventListener('pagehide', release)
  do {
    while (isHeld()) await change()
    keepStored('token_lease', `${Date.now() + leaseMs} ${mine}`)
    // Two tabs may have written at once: the later one has it.
    await settled()
  } while (!(readStored('token_lease') ?? mine).endsWith(mine))
  try {
    return await work(() => {})
  } finally {
    window.removeEventListener('pagehide', release)
    release()
  }
}

/** A lease that ends later than any can is from before the clock was set back. */
function isHeld(): boolean {
  const left = Number.parseInt(readStored('token_lease') ?? '0', 10) - Date.now()
  return left > 0 && left <= leaseMs
}

/** Resolves when another tab touches storage, or after a moment: a closed tab never gives its lease back. */
const change = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('storage', done)
      resolve()
    }
    const timer = setTimeout(done, 500)
    window.addEventListener('storage', done)
  })
