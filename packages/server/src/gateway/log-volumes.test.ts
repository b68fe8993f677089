import { expect, test } from 'vitest'
import { LogVolumes } from './log-compactor.ts'
import type { LogVolume } from '../shared/log-volume.ts'

/** Opens volumes over a store with one limit for all accounts, and a clock that the test advances. */
function open(limit: number) {
  const state = { now: 0, at: new Date('2026-01-01T12:00:00Z'), fails: false }
  const sums = new Map<string, number>()
  const writes: (readonly LogVolume[])[] = []
  const volumes = new LogVolumes({
    addLogVolumes: async (rows) => {
      if (state.fails) throw new Error('away')
      writes.push(rows)
      return rows.map(({ accountId, day, bytes }) => {
        const sum = (sums.get(accountId + day) ?? 0) + bytes
        sums.set(accountId + day, sum)
        return { accountId, bytes: sum, limit }
      })
    },
    now: () => state.at,
    nowMs: () => state.now,
  })
  const tick = async (ms: number) => {
    state.now += ms
    volumes.tick()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, sums, writes, volumes, tick }
}

test('counts bytes per account and writes them at intervals', async () => {
  const { volumes, writes, sums, tick } = open(1_000)
  expect(volumes.reached('a')).toBeNull()
  await tick(1_000)
  for (let n = 0; n < 9; n++) volumes.add('a', 100)
  volumes.add('b', 100)
  expect(volumes.reached('a')).toBeNull()
  volumes.add('a', 100)
  expect(volumes.reached('a')).toBe(1_000)
  expect(volumes.reached('b')).toBeNull()
  await tick(1_000)
  const before = writes.length
  for (let n = 0; n < 5; n++) {
    volumes.add('a', 1)
    await tick(1_000)
  }
  expect(writes).toHaveLength(before)
  await tick(10_000)
  expect(sums.get('a2026-01-01')).toBe(1_005)
})

test('includes what other processes wrote, and catches up after a failed write', async () => {
  const { volumes, sums, state, tick } = open(1_000)
  sums.set('a2026-01-01', 950)
  volumes.add('a', 60)
  state.fails = true
  await tick(1_000)
  expect(volumes.reached('a')).toBeNull()
  state.fails = false
  await tick(10_000)
  expect(sums.get('a2026-01-01')).toBe(1_010)
  expect(volumes.reached('a')).toBe(1_000)
})

test('starts a new day with empty sums', async () => {
  const { volumes, state, tick } = open(100)
  volumes.add('a', 200)
  await tick(1_000)
  expect(volumes.reached('a')).toBe(100)
  state.at = new Date('2026-01-02T00:00:00Z')
  expect(volumes.reached('a')).toBeNull()
})

// Proves INV-9, L54
test('removes accounts that write nothing, and counts 50,000 accounts', async () => {
  const { volumes, tick } = open(100)
  for (let n = 0; n < 50_010; n++) volumes.add(`a${n}`, 1)
  expect(volumes.size).toBe(50_000)
  await tick(1_000)
  await tick(600_000)
  expect(volumes.size).toBe(0)
})
