import { expect, test } from 'vitest'
import { ListTurns } from './list-turns.ts'

const held = () => {
  const ends: ((rows: string) => void)[] = []
  const rows = new Promise<string>((resolve) => void ends.push(resolve))
  return { work: () => rows, end: () => ends[0]!('rows') }
}

test('lists of one person take turns; those of others do not wait for them', async () => {
  const turns = new ListTurns({ most: 2, patienceMs: 60_000 })
  const lists = [held(), held(), held()]
  const started: number[] = []
  const asked = lists.map(({ work }, at) =>
    turns.run('anna', () => {
      started.push(at)
      return work()
    }),
  )
  expect(started).toEqual([0, 1])
  expect(await turns.run('berta', () => Promise.resolve('hers'))).toBe('hers')
  lists[1]!.end()
  await asked[1]
  expect(started).toEqual([0, 1, 2])
  lists[0]!.end()
  lists[2]!.end()
  expect(await Promise.all(asked)).toEqual(['rows', 'rows', 'rows'])
})

test('a list whose turn does not come is refused, and one that fails gives its place free', async () => {
  const turns = new ListTurns({ most: 1, patienceMs: 5 })
  const first = held()
  const asked = turns.run('anna', first.work)
  expect(await turns.run('anna', first.work)).toMatchObject({ refusal: 'too-many', retryAfterSeconds: 5 })
  first.end()
  await asked
  await expect(turns.run('anna', () => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
  expect(await turns.run('anna', () => Promise.resolve('free'))).toBe('free')
})
