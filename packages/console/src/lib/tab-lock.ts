import { writeStored, readStored } from './stored.ts'

const leaseMs = 10_000
/** A request under the lock times out before the lease: a tab whose network hangs must not block the others. */
export const lockedMs = 8_000
/** Time after which other tabs see what one tab wrote. */
const settleMs = 200
const running = new Map<string, Promise<unknown>>()

/**
 * Runs work in one tab at a time; the work reports its writes to local storage. Browsers offer
 * `navigator.locks` only over https and on localhost; elsewhere a lease in local storage is used, which
 * suffices for work that checks the state again first.
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
 * A lock moves between processes of the browser faster than local storage: it is held until the others see
 * the write, without delaying the caller.
 */
const withBrowserLock = <T>(
  locks: LockManager,
  name: string,
  work: (wrote: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const pending = locks.request(`stationmaster.${name}`, async () => {
      let hasWritten = false
      await work(() => void (hasWritten = true)).then(resolve, reject)
      if (hasWritten) await settled()
    })
    pending.catch(reject)
  })

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** Writes under the lease are visible before its release, because both are in local storage. */
async function withLease<T>(work: (wrote: () => void) => Promise<T>): Promise<T> {
  const mine = String(Math.random())
  const release = (): void => {
    if (readStored('token_lease')?.endsWith(mine)) writeStored('token_lease', null)
  }
  // Releases the lease if the page is left or reloaded.
  window.addEventListener('pagehide', release)
  do {
    while (isHeld()) await change()
    writeStored('token_lease', `${Date.now() + leaseMs} ${mine}`)
    // Two tabs may have written at the same time: the later one wins.
    await settled()
  } while (!(readStored('token_lease') ?? mine).endsWith(mine))
  try {
    return await work(() => {})
  } finally {
    window.removeEventListener('pagehide', release)
    release()
  }
}

/** A lease that ends later than possible is from before the clock was set back. */
function isHeld(): boolean {
  const left = Number.parseInt(readStored('token_lease') ?? '0', 10) - Date.now()
  return left > 0 && left <= leaseMs
}

/** Resolves when another tab changes storage, or after a short time: a closed tab never releases its lease. */
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
