import { cp, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashRow } from '../src/modules/audit/chain.ts'
import { hashAt, sealedRows } from '../src/modules/audit/chain-store.ts'
import { journalVerifier, recordChange, recordChanges } from '../src/modules/audit/index.ts'
import { newId } from '../src/shared/ids.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { TestServer } from './test-server.ts'

/** A database whose audit trail has 12 entries, from three sealings; each test works on its own copy. */
let sealed: FreshDatabase
let copy: FreshDatabase
let accountId: string
beforeAll(async () => {
  const server = await TestServer.open()
  sealed = server.fresh
  accountId = await server.firstAccount()
  await server.app.settleJournals()
  await sql`truncate audit_log, audit_anchors`.execute(sealed.db)
  await rm(`${sealed.dataDir}/audit-head.json`)
  for (const end of [4, 8, 12]) {
    await recordAll(sealed, [end - 3, end - 2, end - 1, end])
    await server.app.settleJournals()
  }
  await server.app.close()
})
afterAll(() => sealed.close())
beforeEach(async () => {
  copy = await freshDatabase({ copyOf: sealed })
  await cp(sealed.dataDir, copy.dataDir, { recursive: true })
})
afterEach(() => copy.close())

const change = (n: number) => ({
  accountId,
  kind: 'change' as const,
  classCode: 'card',
  objectId: newId(),
  label: `card ${n}`,
  action: 'update',
  before: { name: `old ${n}` },
  after: { name: `new ${n}` },
})
/** Records changes in one transaction, so that they are sealed together. */
const recordAll = ({ db }: FreshDatabase, numbers: readonly number[]) =>
  db.transaction().execute((tx) => recordChanges(tx, { system: 'test' }, numbers.map(change)))
/** Verifies the copy as the endpoint and the command line do. */
const verify = (slice: { after?: number; most?: number } = {}) =>
  journalVerifier(copy)({ after: 0, most: 100, ...slice })

/** Runs a server on the copy for as long as the work takes. */
async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await TestServer.open({}, { database: copy })
  try {
    await work(server)
  } finally {
    await server.app.close()
  }
}
const settle = () => withServer((server) => server.app.settleJournals())

// Proves O12
test('is verified, in one run and in slices', async () => {
  expect(await verify()).toMatchObject({ isDone: true, broken: null, unsealed: 0, until: 12, total: 12 })
  const first = await verify({ most: 5 })
  expect(first).toMatchObject({ until: 5, isDone: false, broken: null, total: 12 })
  expect(await verify({ most: 50, after: first.until })).toMatchObject({ until: 12, isDone: true })
})

// Proves O12, T1
test.each([
  ['a changed row', `update audit_log set after = '{"name":"x"}' where seq = 6`, 'changed', 6, 6],
  [
    'a changed time',
    `update audit_log set at = at - interval '1 microsecond' where seq = 6`,
    'changed',
    6,
    6,
  ],
  ['a removed row', 'delete from audit_log where seq = 6', 'missing', 6, 6],
  ['removed rows at the start', 'delete from audit_log where seq < 4', 'missing', 1, 3],
  [
    'swapped rows',
    `create table kept as select * from audit_log;
     update audit_log set seq = null, hash = null where seq in (5, 9);
     update audit_log a set seq = k.seq, hash = k.hash from kept k
     where a.seq is null and k.seq in (5, 9) and k.id <> a.id`,
    'changed',
    5,
    5,
  ],
  ['a removed tail', 'delete from audit_log where seq > 10', 'cut', 11, 12],
  [
    'a removed tail with its signed anchors',
    'delete from audit_log where seq > 8; delete from audit_anchors where seq > 8',
    'cut',
    9,
    12,
  ],
  ['a forged anchor', 'update audit_anchors set seq = 13 where seq = 12', 'cut', 13, 13],
  ['rows after the last signed anchor', 'delete from audit_anchors where seq = 12', 'signature', 9, 12],
  [
    'a signature of another key',
    `update audit_anchors set signature = sha256(signature) where seq = 8`,
    'signature',
    5,
    8,
  ],
])('%s is detected and named', async (_, attack, reason, seq, until) => {
  await sql.raw(attack).execute(copy.db)
  const { broken, isDone } = await verify()
  expect(broken).toMatchObject({ reason, seq, until })
  expect(isDone).toBe(true)
})

// Proves O12, T1
test('a chain that was recomputed by the rules does not match what was signed', async () => {
  await sql`update audit_log set label = 'forged' where seq = 6`.execute(copy.db)
  let hash = (await hashAt(copy.db, 5))!
  for (const row of await sealedRows(copy.db, 5, 100)) {
    hash = hashRow(hash, row.seq, row)
    await sql`update audit_log set hash = ${hash} where seq = ${row.seq}`.execute(copy.db)
  }
  const rewritten = { reason: 'rewritten', seq: 5, until: 8 }
  expect((await verify()).broken).toMatchObject(rewritten)
  // entries recorded from now on do not repair it
  await recordAll(copy, [13])
  await settle()
  expect((await verify()).broken).toMatchObject(rewritten)
})

// Proves O12, T1
test('an older copy of all tables is detected, and further sealing does not hide it', async () => {
  await sql
    .raw('delete from audit_log where seq > 8; delete from audit_anchors where seq > 8')
    .execute(copy.db)
  await recordAll(copy, [20, 21, 22, 23, 24, 25])
  await withServer(async (server) => {
    await server.app.settleJournals()
    expect((await verify()).broken).toMatchObject({ reason: 'replaced', seq: 12 })
    await server.app.settleJournals()
  })
  const events = await copy.db.selectFrom('event_log').selectAll().where('code', '=', 'audit').execute()
  expect(events).toMatchObject([
    { type: 'error', event: expect.stringContaining('differs from what this server sealed') },
  ])
})

// Proves O12
test('entries that a crash left unsealed are counted, and sealed by the next run', async () => {
  // committed, and the process ended before it was notified
  await recordAll(copy, [30])
  expect(await verify()).toMatchObject({ until: 12, unsealed: 1, broken: null })
  await settle()
  expect(await verify()).toMatchObject({ until: 13, unsealed: 0, broken: null })
})

// Proves O12
test('concurrent changes do not wait for each other, and are sealed in one order', async () => {
  await withServer(async (server) => {
    await copy.db.transaction().execute(async (open) => {
      await recordChange(open, { system: 'slow' }, change(40))
      // while that one is open
      await Promise.all([41, 42, 43].map((n) => recordAll(copy, [n])))
      await server.app.settleJournals()
      expect(await verify()).toMatchObject({ until: 15, unsealed: 0, broken: null })
    })
    await server.app.settleJournals()
    expect(await verify()).toMatchObject({ until: 16, unsealed: 0, broken: null })
  })
})
