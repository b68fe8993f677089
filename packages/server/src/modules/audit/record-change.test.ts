import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { newId } from '../../shared/ids.ts'
import type { Scope } from '../../shared/scope.ts'
import { withTenant, tenantPool } from '../../storage/tenant-pool.ts'
import { createDatabase, createPool } from '../../storage/pool.ts'
import { ensureRlsRole } from '../../storage/ensure-rls-role.ts'
import { logEvent } from '../event-log/index.ts'
import { recordChange } from './record-change.ts'

let fresh: FreshDatabase
let tenantDb: ReturnType<typeof createDatabase>
const account = newId()
const userId = newId()
const sessionId = newId()
const person = { userId, username: 'ann', session: 'the-code' }
const change = {
  kind: 'change',
  classCode: 'card',
  objectId: newId(),
  label: 'A1',
  action: 'update',
} as const

beforeAll(async () => {
  fresh = await freshDatabase()
  const pool = createPool({ url: fresh.url, max: 1, name: 'walled' })
  await ensureRlsRole(pool)
  tenantDb = createDatabase(tenantPool(pool), fresh.sign)
  await fresh.db.insertInto('accounts').values({ id: account, code: 'a', name: 'a' }).execute()
  await fresh.db.insertInto('users').values({ id: userId, account_id: account, username: 'ann' }).execute()
  const session = { code: 'the-code', user_id: userId, client_id: 'c', expires_at: new Date(), id: sessionId }
  await fresh.db.insertInto('sessions').values(session).execute()
})
afterAll(async () => {
  await tenantDb.destroy()
  await fresh.close()
})

// Proves O13
test('lets a user with tenant isolation write entries but neither read nor change them', async () => {
  const scope: Scope = { accountId: account, userId, clientId: null, isAdmin: false, isDriver: false }
  await withTenant(scope, async () => {
    await tenantDb.transaction().execute(async (tx) => {
      await recordChange(tx, person, {
        ...change,
        accountId: account,
        before: { label: 'x' },
        after: { label: 'y' },
      })
      await recordChange(tx, { system: 'test' }, { ...change, accountId: null, after: { a: 1 } })
      await logEvent(tx, {
        type: 'warning',
        code: 'web',
        event: 'failed',
        text: 'x',
        account,
        user: person,
        session: 'the-code',
      })
    })
    expect(await tenantDb.selectFrom('audit_log').select('id').execute()).toEqual([])
    expect(await tenantDb.deleteFrom('audit_log').executeTakeFirst()).toMatchObject({ numDeletedRows: 0n })
    const foreign = { ...change, accountId: newId(), after: { a: 1 } }
    await expect(recordChange(tenantDb, person, foreign)).rejects.toThrow(/row-level/)
  })
  const rows = await fresh.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(rows).toHaveLength(2)
  const row = rows.find(({ actor }) => actor === 'person')
  expect(row).toMatchObject({
    username: 'ann',
    session_id: sessionId,
    before: { label: 'x' },
    after: { label: 'y' },
  })
  const events = await fresh.db.selectFrom('event_log').selectAll().execute()
  expect(events).toMatchObject([{ username: 'ann', session_id: sessionId, type: 'warning' }])
})

test('writes no entry if no field has changed', async () => {
  await recordChange(fresh.db, person, { ...change, accountId: account, before: { a: 1 }, after: { a: 1 } })
  expect(await fresh.db.selectFrom('audit_log').select('id').execute()).toHaveLength(2)
})
