import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { refuse } from './refusal.ts'

const limits = {
  slots: 10,
  perUser: 4,
  perAccount: 9,
  maxWaitingPerUser: 100,
  maxWaiting: 1_000,
  patienceMs: 60_000,
  refusals: { ofUser: refuse('sign_in.too_many_parallel'), ofAll: refuse('sign_in.server_busy') },
}
const anna = { userId: 'anna', accountId: 'one' }
const ben = { userId: 'ben', accountId: 'one' }
const carl = { userId: 'carl', accountId: 'two' }

/** Opens a queue whose works the test completes one by one. */
function openQueue(more: Partial<typeof limits>) {
  const queue = new FairQueue({ ...limits, ...more })
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (caller: typeof anna, name = caller.userId, signal?: AbortSignal) =>
    queue.run(
      caller,
      () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      },
      signal,
    )
  const endNext = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { queue, started, ask, endNext }
}

// Proves A13, L77
test('limits a user to some of the slots, so that queries of others do not wait for them', async () => {
  const { queue, started, ask, endNext } = openQueue({ slots: 4, perUser: 2, perAccount: 3 })
  const answers = [ask(anna, 'a1'), ask(anna, 'a2'), ask(anna, 'a3'), ask(ben), ask(carl)]
  expect(started).toEqual(['a1', 'a2', 'ben', 'carl'])
  await endNext()
  expect(started).toEqual(['a1', 'a2', 'ben', 'carl', 'a3'])
  for (let n = 0; n < 4; n++) await endNext()
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'ben', 'carl'])
  expect(queue.size).toBe(0)
})

// Proves L77
test('an account leaves one slot to others', () => {
  const { started, ask } = openQueue({ slots: 3, perUser: 2, perAccount: 2 })
  const all = [ask(anna), ask(ben), ask(anna, 'waits'), ask(carl)]
  expect(all).toHaveLength(4)
  expect(started).toEqual(['anna', 'ben', 'carl'])
})

// Proves A13, L77, L119
test('alternates between accounts, and between users of an account, however many queries one of them has', async () => {
  const { started, ask, endNext } = openQueue({ slots: 1, perUser: 1, perAccount: 1 })
  const answers = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(anna, name))
  answers.push(ask(ben, 'b1'), ask(ben, 'b2'), ask(carl, 'c1'), ask(carl, 'c2'))
  for (let n = 0; n < 8; n++) await endNext()
  await Promise.all(answers)
  expect(started).toHaveLength(8)
  expect(started).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3', 'a4'])
})

test('rejects a query that waits too long, and frees the slot of one that fails', async () => {
  const queue = new FairQueue({ ...limits, slots: 1, perUser: 1, patienceMs: 5 })
  const ends: (() => void)[] = []
  const first = queue.run(anna, () => new Promise<void>((resolve) => ends.push(resolve)))
  expect(await queue.run(anna, () => Promise.resolve('late'))).toMatchObject({ refusal: 'unavailable' })
  ends[0]!()
  await first
  await expect(queue.run(anna, () => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
  expect(await queue.run(anna, () => Promise.resolve('free'))).toBe('free')
  expect(queue.size).toBe(0)
})

// Proves L78, L119
test('limits the waiting queries per user and in total', async () => {
  const { ask } = openQueue({ slots: 1, perUser: 1, perAccount: 1, maxWaitingPerUser: 2, maxWaiting: 3 })
  void ask(anna)
  void ask(anna)
  void ask(anna)
  expect(await ask(anna)).toMatchObject({ refusal: 'too-many' })
  void ask(ben)
  expect(await ask(carl)).toMatchObject({ refusal: 'unavailable' })
})

// Proves L78
test('removes the query of a caller who has disconnected', async () => {
  const { started, ask, endNext } = openQueue({ slots: 1, perUser: 1, perAccount: 1 })
  const disconnected = new AbortController()
  const answers = [ask(anna, 'a1'), ask(anna, 'a2', disconnected.signal), ask(ben, 'b1')]
  disconnected.abort()
  expect(await answers[1]).toMatchObject({ refusal: 'unavailable' })
  await endNext()
  expect(started).toEqual(['a1', 'b1'])
})
