import { keepStored, readStored } from './stored.ts'

const leaseMs = 10_000
const running = new Map<string, Promise<unknown>>()

/**
 * Runs work in one tab at a time. Browsers offer `navigator.locks` only over https and on localhost; elsewhere a
 * lease in local storage does, which is good enough for work that looks again at what it finds.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (locks) return locks.request(`stationmaster.${name}`, work) as Promise<T>
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.catch(() => null).then(() => withLease(work))
  running.set(name, mine)
  return mine
}

async function withLease<T>(work: () => Promise<T>): Promise<T> {
  while (Number(readStored('token_lease') ?? 0) > Date.now()) await change()
  keepStored('token_lease', String(Date.now() + leaseMs))
  try {
    return await work()
  } finally {
    keepStored('token_lease', null)
  }
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
