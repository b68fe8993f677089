import { expect, test } from 'vitest'
import { batch } from './batch.ts'

test('asks in one round all keys that arrive while a round is in progress', async () => {
  const rounds: number[][] = []
  const ask = batch(async (keys: number[]) => {
    rounds.push(keys)
    await new Promise((resolve) => setImmediate(resolve))
    return keys.map((key) => key * 2)
  })
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6])
  expect(rounds).toEqual([[1, 2, 3]])
})

test('limits the keys of a round and separates keys that must not be asked together', async () => {
  const rounds: string[][] = []
  const ask = batch(
    async (keys: string[]) => {
      rounds.push(keys)
      return keys
    },
    { most: 2, apart: (key) => key[0]! },
  )
  expect(await Promise.all(['a1', 'a2', 'b1', 'c1'].map(ask))).toEqual(['a1', 'a2', 'b1', 'c1'])
  expect(rounds).toEqual([
    ['a1', 'b1'],
    ['a2', 'c1'],
  ])
})

test('fails only the keys of a failed round and continues with the next one', async () => {
  let rounds = 0
  const ask = batch(async (keys: number[]) => {
    if (rounds++ === 0) throw new Error('away')
    return keys
  })
  await expect(ask(1)).rejects.toThrow('away')
  expect(await ask(2)).toBe(2)
})
