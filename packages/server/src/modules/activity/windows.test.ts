import { expect, it } from 'vitest'
import { endOfIds, lowestId } from './event-id.ts'
import { readWindows } from './windows.ts'

const hourMs = 3_600_000
const age = (hours: number) => lowestId(new Date(Date.now() - hours * hourMs))

it('reads the newest events first, and no more than it needs', async () => {
  const stored = [1, 5, 20, 200, 5_000].map(age)
  const periods: number[] = []
  const read = ({ from, to }: { from: bigint; to: bigint }, missing: number) => {
    const found = stored.filter((id) => id >= from && id < to).slice(0, missing)
    periods.push(found.length)
    return Promise.resolve(found)
  }
  const all = { from: 0n, to: endOfIds }
  expect(await readWindows(read, { ...all, limit: 2 })).toEqual(stored.slice(0, 2))
  expect(periods.splice(0)).toEqual([2])
  expect(await readWindows(read, { ...all, limit: 3 })).toEqual(stored.slice(0, 3))
  expect(periods.splice(0)).toEqual([2, 1])
  expect(await readWindows(read, { ...all, limit: 9 })).toEqual(stored)
  expect(periods.splice(0)).toEqual([2, 1, 1, 0, 1, 0, 0, 0, 0])
  expect(await readWindows(read, { from: age(30), to: age(4), limit: 9 })).toEqual(stored.slice(1, 3))
})

it('reads at most four months at once, before the rest of a long period', async () => {
  const days: number[] = []
  const read = ({ from, to }: { from: bigint; to: bigint }) => {
    days.push(Number((to - from) >> 20n) / (24 * hourMs))
    return Promise.resolve([])
  }
  await readWindows(read, { from: age(1_000 * 24), to: age(0), limit: 9 })
  expect(days.map(Math.round)).toEqual([0, 9, 120, 120, 120, 120, 120, 120, 271])
})
