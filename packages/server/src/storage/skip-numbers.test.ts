import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { newId } from '../shared/ids.ts'
import { skipNumbers } from './skip-numbers.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

// Proves G20, G26
it('skips numbers after a restore although a station was heard from while the clock was ahead', async () => {
  const now = new Date()
  const account = newId()
  await fresh.db.insertInto('accounts').values({ id: account, code: 'a', name: 'a' }).execute()
  const seen = async (identity: string, ms: number) =>
    fresh.db
      .insertInto('stations')
      .values({
        id: newId(),
        account_id: account,
        identity,
        last_seen_at: new Date(now.getTime() + ms),
      })
      .execute()
  await seen('ahead', 365 * 86_400_000)
  expect(await skipNumbers(fresh.db, now)).toBe(0)
  await seen('CP', -3_600_000)
  expect(await skipNumbers(fresh.db, now)).toBe(18_000)
  // clocks of processes differ a little
  await seen('just now', 30_000)
  expect(await skipNumbers(fresh.db, now)).toBe(0)
})
