import { expect, test } from 'vitest'
import { isRefusal } from '../../shared/refusal.ts'
import { HashQueue } from './hash-queue.ts'

/** Returns work that ends when the test decides, and the names of what has started. */
function works() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const finish = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { begun, work, finish }
}

// Proves L119
test('runs a limited number at a time and takes callers in turn, however many each one queues', async () => {
  const queue = new HashQueue({ running: 2, waitingOfCaller: 3, waiting: 10 })
  const { begun, work, finish } = works()
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map((name) => queue.run(name[0]!, work(name)))
  expect(begun).toEqual(['a1', 'a2'])
  for (let n = 0; n < 7; n++) await finish()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'])
})

// Proves L119
test('refuses work beyond the limit per caller and in total, and frees the place of work that fails', async () => {
  const queue = new HashQueue({ running: 1, waitingOfCaller: 2, waiting: 3 })
  const { begun, work, finish } = works()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => queue.run(name[0]!, work(name)))
  expect(await all[3]).toMatchObject({ refusal: 'too-many', retryAfterSeconds: 2 })
  expect(await all[5]).toMatchObject({ refusal: 'unavailable', retryAfterSeconds: 2 })
  for (let n = 0; n < 4; n++) await finish()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect((await Promise.all(all)).filter(isRefusal)).toHaveLength(2)
  await expect(queue.run('a', () => Promise.reject(new Error('out of memory')))).rejects.toThrow(
    'out of memory',
  )
  expect(await queue.run('a', () => Promise.resolve('again'))).toBe('again')
})
