import { afterEach, expect, it, vi } from 'vitest'
import { withLock } from './tab-lock.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Behaves as browsers do: one holder at a time, in the order of requests. */
function browserLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => null)
    return mine
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

it('is held until other processes of the browser see what was written, without delaying its holder', async () => {
  vi.useFakeTimers()
  browserLocks()
  const log: string[] = []
  const note = (words: string) => () => void log.push(words)
  void withLock('token', async (wrote) => wrote()).then(note('first is done'))
  void withLock('token', async () => note('second has the lock')())
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['first is done'])
  await vi.advanceTimersByTimeAsync(200)
  expect(log).toEqual(['first is done', 'second has the lock'])
})

it('is released immediately if nothing was written, and after work that failed', async () => {
  vi.useFakeTimers()
  browserLocks()
  const failed = withLock('token', () => Promise.reject(new TypeError('nobody answers')))
  const after = withLock('token', async () => 'there')
  await expect(failed).rejects.toThrow('nobody answers')
  await expect(after).resolves.toBe('there')
})

it('reports if the browser grants no lock', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('not here')) } })
  await expect(withLock('token', async () => 'there')).rejects.toThrow('not here')
})
