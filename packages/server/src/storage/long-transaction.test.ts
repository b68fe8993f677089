import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { lanedPool } from './lanes.ts'
import { inLongTransaction } from './long-transaction.ts'
import { createDatabase, createPool } from './pool.ts'
import { tenantPool } from './tenant-pool.ts'
import type { Db } from './transaction.ts'

let fresh: FreshDatabase
let db: Db
beforeAll(async () => {
  fresh = await freshDatabase()
  const limits = { statementTimeoutMs: 100, answerTimeoutMs: 200 }
  const short = createPool({ url: fresh.url, max: 1, name: 'short', ...limits })
  db = createDatabase(tenantPool(lanedPool({ short, query: short, replica: undefined })))
})
afterAll(async () => {
  await db.destroy()
  await fresh.close()
})

const wait = (on: Db) => sql`select pg_sleep(0.5)`.execute(on)

// Proves G10
test('a statement of a long transaction may take longer than others wait for an answer', async () => {
  await inLongTransaction(db, '1min', wait)
  // the same connection has both limits again
  await expect(wait(db)).rejects.toThrow('statement timeout')
  const isTooLong = inLongTransaction(db, '300ms', wait)
  await expect(isTooLong).rejects.toThrow('statement timeout')
})
