import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { createLog } from '../shared/log.ts'
import { openPools } from './open-pools.ts'
import { createPool } from './pool.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const one = async (text: string) =>
  (await fresh.pool.query<{ value: unknown }>(`select ${text} as value`)).rows[0]!.value

test('int8 is a number, alone and in arrays, and throws if a number would lose digits', async () => {
  expect(await one('9007199254740991::bigint')).toBe(9_007_199_254_740_991)
  expect(await one(`'{1,NULL,-3}'::bigint[]`)).toEqual([1, null, -3])
  expect(await one(`'{}'::bigint[]`)).toEqual([])
  await expect(one('9007199254740992::bigint')).rejects.toThrow('beyond a safe integer')
  // The connection is intact after that.
  expect(await one('1')).toBe(1)
})

test('an instant is a Date, a day stays text, an exact number stays text', async () => {
  expect(await one(`'2026-03-29T01:30:00.123Z'::timestamptz`)).toEqual(new Date('2026-03-29T01:30:00.123Z'))
  expect(await one(`'2026-03-29'::date`)).toBe('2026-03-29')
  expect(await one('0.1::numeric')).toBe('0.1')
})

test('cancels a statement that takes too long', async () => {
  const pool = createPool({ url: fresh.url, max: 1, name: 'test', statementTimeoutMs: 50 })
  await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  await pool.end()
})

// Proves G21
test('the database ends a transaction whose process was suspended, and frees what it has locked', async () => {
  const suspended = createPool({ url: fresh.url, max: 1, name: 'test', idleTransactionMs: 50 })
  const client = await suspended.connect()
  await client.query('begin')
  await client.query('lock table stations in access exclusive mode')
  expect((await fresh.pool.query('select count(*)::int as count from stations')).rows).toEqual([{ count: 0 }])
  await expect(client.query('commit')).rejects.toThrow()
  client.release(true)
  await suspended.end()
  const pools = openPools({
    url: fresh.url,
    readUrl: fresh.url,
    jobsName: 'jobs 1',
    most: 2,
    log: createLog('silent'),
  })
  for (const pool of Object.values(pools)) {
    expect((await pool.query('show idle_in_transaction_session_timeout')).rows).toEqual([
      { idle_in_transaction_session_timeout: '1min' },
    ])
    await pool.end()
  }
})

test('no pool compiles statements, also if the database does by default', async () => {
  const name = new URL(fresh.url).pathname.slice(1)
  await fresh.pool.query(`alter database ${name} set jit = on`)
  const pools = openPools({
    url: fresh.url,
    readUrl: fresh.url,
    jobsName: 'jobs 2',
    most: 2,
    log: createLog('silent'),
  })
  for (const pool of Object.values(pools)) {
    expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
    await pool.end()
  }
})
