import { expect, test } from 'vitest'
import { QueryQueue, queryLimits } from './query-queue.ts'

const limits = { ...queryLimits(10), patienceMs: 60_000 }
const anna = { userId: 'anna', accountId: 'one' }
const ben = { userId: 'ben', accountId: 'one' }
const carl = { userId: 'carl', accountId: 'two' }

/** A queue whose queries end one by one, when the test says so. */
function openQueue(more: Partial<typeof limits>) {
  const queue = new QueryQueue({ ...limits, ...more })
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

test('one user has a part of the slots; queries of others do not wait for theirs', async () => {
  const { queue, started, ask, endNext } = openQueue({ slots: 4, perUser: 2, perAccount: 3 })
  const answers = [ask(anna, 'a1'), ask(anna, 'a2'), ask(anna, 'a3'), ask(ben), ask(carl)]
  expect(started).toEqual(['a1', 'a2', 'ben', 'carl'])
  await endNext()
  expect(started).toEqual(['a1', 'a2', 'ben', 'carl', 'a3'])
  for (let n = 0; n < 4; n++) await endNext()
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'ben', 'carl'])
  expect(queue.size).toBe(0)
})

test('an account leaves a slot to the others', () => {
  const { started, ask } = openQueue({ slots: 3, perUser: 2, perAccount: 2 })
  const all = [ask(anna), ask(ben), ask(anna, 'waits'), ask(carl)]
  expect(all).toHaveLength(4)
  expect(started).toEqual(['anna', 'ben', 'carl'])
})

test('accounts take turns, and users of an account take turns, however many queries one of them has', async () => {
  const { started, ask, endNext } = openQueue({ slots: 1, perUser: 1, perAccount: 1 })
  const answers = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(anna, name))
  answers.push(ask(ben, 'b1'), ask(ben, 'b2'), ask(carl, 'c1'), ask(carl, 'c2'))
  for (let n = 0; n < 8; n++) await endNext()
  await Promise.all(answers)
  expect(started).toHaveLength(8)
  expect(started).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3', 'a4'])
})

test('a query that waits too long is refused, and one that fails frees its slot', async () => {
  const queue = new QueryQueue({ ...limits, slots: 1, perUser: 1, patienceMs: 5 })
  const ends: (() => void)[] = []
  const first = queue.run(anna, () => new Promise<void>((resolve) => ends.push(resolve)))
  expect(await queue.run(anna, () => Promise.resolve('late'))).toMatchObject({
    refusal: 'too-many',
    retryAfterSeconds: 5,
  })
  ends[0]!()
  await first
  await expect(queue.run(anna, () => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
  expect(await queue.run(anna, () => Promise.resolve('free'))).toBe('free')
  expect(queue.size).toBe(0)
})

test('only so many queries wait, of one user and of all', async () => {
  const { ask } = openQueue({ slots: 1, perUser: 1, perAccount: 1, mostWaitingPerUser: 2, mostWaiting: 3 })
  void ask(anna)
  void ask(anna)
  void ask(anna)
  expect(await ask(anna)).toMatchObject({ refusal: 'too-many' })
  void ask(ben)
  expect(await ask(carl)).toMatchObject({ refusal: 'too-many' })
})

test('the query of a caller who has gone leaves the queue', async () => {
  const { started, ask, endNext } = openQueue({ slots: 1, perUser: 1, perAccount: 1 })
  const gone = new AbortController()
  const answers = [ask(anna, 'a1'), ask(anna, 'a2', gone.signal), ask(ben, 'b1')]
  gone.abort()
  expect(await answers[1]).toMatchObject({ refusal: 'too-many' })
  await endNext()
  expect(started).toEqual(['a1', 'b1'])
})
