import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { inTransaction } from './transaction.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const insertKey = (key: string) => ({ key, value: 'x' })
const count = async () => (await fresh.db.selectFrom('installation').selectAll().execute()).length

// Proves G5
test('retries after an administrator terminated the connection', async () => {
  let runs = 0
  const before = await count()
  await inTransaction(fresh.db, async (tx) => {
    runs += 1
    await tx.insertInto('installation').values(insertKey('ended')).execute()
    if (runs > 1) return
    const { rows } = await fresh.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`)
    expect(rows).toHaveLength(1)
    await tx.selectFrom('installation').selectAll().execute()
  })
  expect(runs).toBe(2)
  expect(await count()).toBe(before + 1)
})

test('retries after a deadlock, and both succeed', async () => {
  await fresh.db
    .insertInto('installation')
    .values([insertKey('left'), insertKey('right')])
    .execute()
  const touch = (first: string, second: string, meet: () => Promise<void>) =>
    inTransaction(fresh.db, async (tx) => {
      await tx.updateTable('installation').set({ value: first }).where('key', '=', first).execute()
      await meet()
      await tx.updateTable('installation').set({ value: first }).where('key', '=', second).execute()
    })
  let arrived = 0
  const meet = async () => {
    arrived += 1
    await vi.waitFor(() => expect(arrived).toBeGreaterThan(1), { interval: 5, timeout: 60_000 })
  }
  await Promise.all([touch('left', 'right', meet), touch('right', 'left', meet)])
  expect(arrived).toBe(3)
})

// Proves G5
test('throws a violated constraint immediately', async () => {
  let runs = 0
  const twice = inTransaction(fresh.db, async (tx) => {
    runs += 1
    await tx
      .insertInto('installation')
      .values([insertKey('same'), insertKey('same')])
      .execute()
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})

test('works with a pool of one connection', async () => {
  const small = await freshDatabase({ max: 1 })
  const work = Array.from({ length: 5 }, (_, i) =>
    inTransaction(small.db, (tx) =>
      tx
        .insertInto('installation')
        .values(insertKey(`k${i}`))
        .execute(),
    ),
  )
  await Promise.all(work)
  expect(await small.db.selectFrom('installation').selectAll().execute()).toHaveLength(5)
  await small.close()
})

const insertAndReturn = (result: string) =>
  inTransaction(
    fresh.db,
    async (tx) => {
      await tx.insertInto('installation').values(insertKey(result)).execute()
      return result
    },
    { rollsBack: (result) => result === 'refused' },
  )

test('rolls back because of the result, and returns it', async () => {
  const before = await count()
  expect(await insertAndReturn('refused')).toBe('refused')
  expect(await count()).toBe(before)
  expect(await insertAndReturn('stored')).toBe('stored')
  expect(await count()).toBe(before + 1)
})
