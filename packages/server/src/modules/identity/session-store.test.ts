import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { removeOldMachineSessions } from './session-store.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

// Proves L94
test('removes sessions without a user when they expire, and the oldest if there are too many', async () => {
  await fresh.pool.query(
    `insert into sessions (code, client_id, expires_at, exchange_until, token_changed_at, proven_at)
     select 'machine ' || n, 'stationmaster-console', timestamptz '2026-03-14' + interval '1 hour' * n, now(), now(), now()
     from generate_series(1, 9) n`,
  )
  const left = async () =>
    (await fresh.db.selectFrom('sessions').select('code').orderBy('code').execute()).map(({ code }) => code)
  await removeOldMachineSessions(fresh.db, new Date('2026-03-14T03:30:00Z'), 100)
  expect(await left()).toEqual([4, 5, 6, 7, 8, 9].map((n) => `machine ${n}`))
  await removeOldMachineSessions(fresh.db, new Date('2026-03-14T03:30:00Z'), 2)
  expect(await left()).toEqual(['machine 8', 'machine 9'])
})
