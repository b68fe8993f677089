import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { newId } from '../../shared/ids.ts'
import { ownLocks } from './lockout.ts'
import { hashOf } from './secrets.ts'
import { countAttempt, isKnownAddress, rememberAddress, removeOldAttempts } from './attempt-store.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const start = Date.parse('2026-03-14T09:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)

// Proves L120
test('removes old attempts, and the oldest if there are too many', async () => {
  for (let n = 0; n < 12; n++)
    await countAttempt(fresh.db, { key: hashOf(`${n}`), subject: null }, { now: at(n), lockRule: ownLocks })
  await removeOldAttempts(fresh.db, at(2), 5)
  const left = await fresh.db.selectFrom('sign_in_failures').select('last_at').orderBy('last_at').execute()
  expect(left.map(({ last_at }) => last_at)).toEqual([7, 8, 9, 10, 11].map(at))
  await removeOldAttempts(fresh.db, at(9), 5)
  expect(await fresh.db.selectFrom('sign_in_failures').select('last_at').execute()).toHaveLength(3)
})

test('restarts the count and its locks after the window', async () => {
  const key = { key: hashOf('window'), subject: hashOf('user') }
  for (let n = 1; n <= 5; n++)
    expect(await countAttempt(fresh.db, key, { now: at(0), lockRule: ownLocks })).toBe(n)
  expect(await countAttempt(fresh.db, key, { now: at(0.5), lockRule: ownLocks })).toBeNull()
  expect(await countAttempt(fresh.db, key, { now: at(1.5), lockRule: ownLocks })).toBe(6)
  expect(await countAttempt(fresh.db, key, { now: at(24 * 60 + 1), lockRule: ownLocks })).toBe(1)
})

// Proves L121
test('remembers the last twenty addresses of a user', async () => {
  const account = newId()
  const user = newId()
  await fresh.db
    .insertInto('accounts')
    .values({ id: account, code: 'addresses', name: 'addresses' })
    .execute()
  await fresh.db.insertInto('users').values({ id: user, account_id: account, username: 'ada' }).execute()
  for (let n = 0; n < 23; n++)
    await rememberAddress(fresh.db, user, { addressHash: hashOf(`address ${n}`), now: at(n) })
  const known = await Promise.all(
    [2, 3, 22].map((n) => isKnownAddress(fresh.db, user, hashOf(`address ${n}`))),
  )
  expect(known).toEqual([false, true, true])
  expect(await isKnownAddress(fresh.db, null, hashOf('address 22'))).toBe(false)
})
