import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adminUserSet,
  apiLogCount,
  apiLogGet,
  apiLogList,
  auditCount,
  auditGet,
  auditList,
  auditSearch,
  auditVerify,
  cardAction,
  cardSet,
  commandSend,
  type Endpoint,
  eventLogGet,
  eventLogList,
  groupSet,
  profileDelete,
  profileSet,
  stationKey,
  stationSet,
  token,
  whoami,
  workflowActionSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordChange, recordChanges } from '../src/modules/audit/index.ts'
import { auditSource } from '../src/modules/audit/list-store.ts'
import { newId } from '../src/shared/ids.ts'
import { type Found, runSearch } from '../src/storage/list/run-search.ts'
import { addressOf, type Person, TestServer } from './test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const change = (n: number) => ({
  accountId: admin.accountId,
  kind: 'change' as const,
  classCode: 'card',
  objectId: newId(),
  label: `card ${n}`,
  action: 'update',
  before: { name: `old ${n}` },
  after: { name: `new ${n}` },
})
const by = { userId: '', username: 'admin', session: '' }
/** Records changes in one transaction, so that they are sealed together. */
const recordAll = (numbers: readonly number[]) =>
  server.db
    .transaction()
    .execute((tx) =>
      recordChanges(tx, { ...by, userId: admin.id, session: admin.session }, numbers.map(change)),
    )
const record = (n: number) => recordAll([n])
const verify = async (body: object = {}) => (await server.call(auditVerify, body, admin)).body

const headFile = () => join(server.fresh.dataDir, 'audit-head.json')

describe('the chain of the audit trail', () => {
  /** Restores the rows after each attack. */
  let head: string
  const restore = async () => {
    await writeFile(headFile(), head)
    for (const table of ['audit_log', 'audit_anchors'])
      await sql.raw(`truncate ${table}; insert into ${table} select * from kept_${table}`).execute(server.db)
  }
  beforeAll(async () => {
    await server.app.settleJournals()
    await sql`truncate audit_log, audit_anchors`.execute(server.db)
    await rm(headFile())
    // of three sealings, so that there are three signed anchors
    for (const end of [4, 8, 12]) {
      await recordAll([end - 3, end - 2, end - 1, end])
      await server.app.settleJournals()
    }
    head = await readFile(headFile(), 'utf8')
    for (const table of ['audit_log', 'audit_anchors'])
      await sql.raw(`create table kept_${table} as select * from ${table}`).execute(server.db)
  })

  // Proves O12
  test('is verified, in one run and in slices', async () => {
    expect(await verify()).toMatchObject({ isdone: true, broken: null, unsealed: 0, until: 12, total: 12 })
    const first = await verify({ most: 5 })
    expect(first).toMatchObject({ until: 5, isdone: false, broken: null, total: 12 })
    expect(await verify({ most: 50, after: first.until })).toMatchObject({ until: 12, isdone: true })
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
      `update audit_log set seq = null, hash = null where seq in (5, 9);
       update audit_log a set seq = k.seq, hash = k.hash from kept_audit_log k
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
  ])('%s is detected and named', async (_, attack, reason, number, until) => {
    await sql.raw(attack).execute(server.db)
    const { broken, isdone } = await verify()
    await restore()
    expect(broken).toMatchObject({ reason, number, until })
    expect(isdone).toBe(true)
  })

  // Proves O12, T1
  test('a chain that was recomputed by the rules does not match what was signed', async () => {
    const { hashRow } = await import('../src/modules/audit/chain.ts')
    const { hashAt, sealedRows } = await import('../src/modules/audit/chain-store.ts')
    await sql`update audit_log set label = 'forged' where seq = 6`.execute(server.db)
    let hash = (await hashAt(server.db, 5))!
    for (const row of await sealedRows(server.db, 5, 100)) {
      hash = hashRow(hash, row.seq, row)
      await sql`update audit_log set hash = ${hash} where seq = ${row.seq}`.execute(server.db)
    }
    const { broken } = await verify()
    expect(broken).toMatchObject({ reason: 'rewritten', number: 5, until: 8 })
    // entries recorded from now on do not repair it
    await record(13)
    await server.app.settleJournals()
    expect((await verify()).broken).toMatchObject({ reason: 'rewritten', number: 5, until: 8 })
    await restore()
  })

  // Proves O12, T1
  test('an older copy of all tables is detected, and further sealing does not hide it', async () => {
    await sql
      .raw('delete from audit_log where seq > 8; delete from audit_anchors where seq > 8')
      .execute(server.db)
    await recordAll([20, 21, 22, 23, 24, 25])
    await server.app.settleJournals()
    expect((await verify()).broken).toMatchObject({ reason: 'replaced', number: 12 })
    await server.app.settleJournals()
    const { body } = await server.call(eventLogList, { filter: { code: 'audit' } }, admin)
    expect(body).toMatchObject([
      { type: 'error', event: expect.stringContaining('differs from what this server sealed') },
    ])
    await restore()
  })

  // Proves O12
  test('entries that a crash left unsealed are counted, and sealed by the next run', async () => {
    await server.db.transaction().execute(async (tx) => {
      // as if the process had ended before it was notified of the commit
      await sql`alter table audit_log disable trigger audit_log_grown`.execute(tx)
      await recordChange(tx, { system: 'test' }, change(30))
      await sql`alter table audit_log enable trigger audit_log_grown`.execute(tx)
    })
    expect(await verify()).toMatchObject({ until: 12, unsealed: 1, broken: null })
    await server.app.settleJournals()
    expect(await verify()).toMatchObject({ until: 13, unsealed: 0, broken: null })
    await restore()
  })

  // Proves O12
  test('concurrent changes do not wait for each other, and are sealed in one order', async () => {
    await server.db.transaction().execute(async (open) => {
      await recordChange(open, { system: 'slow' }, change(40))
      // while that one is open
      await Promise.all([41, 42, 43].map((n) => record(n)))
      await server.app.settleJournals()
      expect(await verify()).toMatchObject({ until: 15, unsealed: 0, broken: null })
    })
    await server.app.settleJournals()
    expect(await verify()).toMatchObject({ until: 16, unsealed: 0, broken: null })
    await restore()
  })

  test('is visible to administrators only', async () => {
    const operator = await server.person('eve')
    for (const row of [auditList, auditCount, auditVerify, apiLogList, eventLogList])
      expect((await server.call(row, {}, operator)).status).toBe(403)
    const { body } = await server.call(auditList, { filter: { label: 'card 3' } }, admin)
    expect(body).toMatchObject([
      { number: 3, username: 'admin', before: { name: 'old 3' }, after: { name: 'new 3' }, actor: 'person' },
    ])
    expect((await server.call(auditGet, { id: body[0]!.id }, admin)).body).toEqual(body[0])
    expect((await server.call(auditCount, {}, admin)).body).toEqual({ count: 12 })
  })
})

const calls = async (query: object = {}) => {
  await server.app.settleJournals()
  return (await server.call(apiLogList, query, admin)).body
}

const changesWhere = async (filter: object) =>
  (await server.call(auditList, { filter: { ...filter }, orderby: ['datetime', 'id'] }, admin)).body

describe('changes by users', () => {
  // Proves O13
  test('are recorded with the fields that changed, and without secrets', async () => {
    const secret = 'canary-change-765432'
    const card = (await server.call(cardSet, { id: null, code: 'TAG-9', name: 'one' }, admin)).body
    await server.call(cardSet, { id: card.id, name: 'two', label: 'same' }, admin)
    await server.call(cardSet, { id: card.id, name: 'two' }, admin)
    expect(await changesWhere({ objectid: card.id })).toMatchObject([
      { action: 'create', before: null, after: { code: 'TAG-9', name: 'one' } },
      { action: 'update', before: { name: 'one', label: null }, after: { name: 'two', label: 'same' } },
    ])
    const made = (await server.call(stationSet, { id: null, identity: 'CP-9' }, admin)).body
    const renewed = (await server.call(stationKey, { id: made.station.id }, admin)).body
    const payload = { key: 'AuthorizationKey', value: secret }
    await server.call(commandSend, { identities: ['CP-9'], action: 'ChangeConfiguration', payload }, admin)
    await server.call(groupSet, { id: null, code: 'night', name: 'Night' }, admin)
    await server.call(adminUserSet, { id: null, username: 'bob', password: 'a quiet harbour 7' }, admin)
    const rows = await changesWhere({})
    const acts = rows.map(({ classcode, action }) => `${classcode} ${action}`)
    expect(acts).toEqual(expect.arrayContaining(['group create', 'user create', 'charge_point key']))
    expect(rows.find(({ action }) => action === 'ChangeConfiguration')).toMatchObject({
      kind: 'command',
      label: 'CP-9',
      username: 'admin',
      after: { request: { key: 'AuthorizationKey', value: '***' } },
    })
    for (const hidden of [secret, made.key, renewed.key, 'a quiet harbour 7'])
      expect(JSON.stringify(rows)).not.toContain(JSON.stringify(hidden).slice(1, -1))
  })

  // Proves O13
  test('are found by the id of the request, whether a row, a method, a command or a class was changed', async () => {
    const card = (await server.ask(cardSet, { id: null, code: 'TAG-10', name: 'one' }, admin)).id
    await server.ask(stationSet, { id: null, identity: 'CP-10' }, admin)
    const send = { identities: ['CP-10'], action: 'ClearCache', payload: {} }
    const acts: [Endpoint, object, string][] = [
      [cardSet, { id: card, name: 'two' }, 'card update'],
      [cardAction, { id: card, action: 'disable' }, 'card disable'],
      [commandSend, send, 'charge_point ClearCache'],
      [workflowActionSet, { id: null, code: 'polish', label: 'Polish' }, 'workflow create'],
    ]
    for (const [row, body, act] of acts) {
      const { headers } = await server.call(row, body as Record<string, unknown>, admin)
      const correlation = headers.get('x-request-id')!
      const rows = await changesWhere({ correlation })
      expect(rows.map(({ classcode, action }) => `${classcode} ${action}`)).toEqual([act])
      await server.app.settleJournals()
      expect(await server.ask(apiLogGet, { id: correlation }, admin)).toMatchObject({ path: row.path })
    }
  })

  test('of a stored charging profile show which part of it was changed', async () => {
    const profile = {
      chargingProfileId: 7,
      stackLevel: 1,
      chargingProfilePurpose: 'TxDefaultProfile',
      chargingProfileKind: 'Absolute',
      chargingSchedule: {
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }],
      },
    }
    const { id } = await server.ask(profileSet, { id: null, description: 'night', profile }, admin)
    await server.ask(profileSet, { id, profile: { ...profile, stackLevel: 2 } }, admin)
    await server.ask(profileDelete, { id }, admin)
    expect(await changesWhere({ objectid: id })).toMatchObject([
      { action: 'create', label: 'night', after: { description: 'night', stackLevel: 1 } },
      { action: 'update', before: { stackLevel: 1 }, after: { stackLevel: 2 } },
      { action: 'delete', before: { description: 'night', stackLevel: 2 }, after: null },
    ])
  })
})

/** One of three is found, by the content of the change, in any spelling. */
const hay = (n: number) => ({
  ...change(n),
  classCode: 'hay',
  after: { name: n % 3 === 0 ? `a Needle_${n}%` : 'straw' },
})
const search = (query: object) => server.ask(auditSearch, { text: 'needle', ...query }, admin)
const labels = (rows: readonly { label: string }[]) => rows.map(({ label }) => Number(label.slice(5)))

describe('a text search', () => {
  const entries = 45
  beforeAll(async () => {
    await server.db.transaction().execute((tx) =>
      recordChanges(
        tx,
        { system: 'test' },
        Array.from({ length: entries }, (_, n) => hay(n)),
      ),
    )
  })
  const all = Array.from({ length: entries / 3 }, (_, n) => 3 * n)

  test('runs from the newest entry back, or from the oldest on, page by page', async () => {
    for (const oldestfirst of [false, true]) {
      const found: number[] = []
      for (let after: string | undefined; ; ) {
        const { rows, until } = await search({ reclimit: 4, oldestfirst, after })
        expect(rows.length).toBeLessThanOrEqual(4)
        found.push(...labels(rows))
        if (!until) break
        after = until.id
      }
      expect(found).toEqual(oldestfirst ? all : all.toReversed())
    }
  })

  test('searches a limited number of entries at a time, and reports how far it got', async () => {
    const scope = { accountId: admin.accountId, userId: admin.id, isAdmin: true, isDriver: false }
    const query = { text: 'Needle_', filter: { classcode: 'hay' } }
    const found: number[] = []
    const slices: number[] = []
    for (let after: string | undefined; ; ) {
      const slice = await runSearch(server.db, auditSource, scope, { query: { ...query, after }, most: 10 })
      if ('refusal' in slice) throw new Error(slice.message)
      slices.push(slice.rows.length)
      found.push(...labels(slice.rows))
      if (!slice.until) break
      after = slice.until.id
    }
    expect(found).toEqual(all.toReversed())
    expect(slices).toEqual([3, 3, 4, 3, 2])
    // a text that is in no entry: the same steps, and no result
    const { rows, until } = (await runSearch(server.db, auditSource, scope, {
      query: { ...query, text: 'nowhere' },
      most: 20,
    })) as Found<{ id: string; datetime: string; label: string }>
    expect(rows).toEqual([])
    const [row] = await changesWhere({ id: until!.id })
    expect(row).toMatchObject({ label: 'card 25', datetime: until!.datetime })
  })

  test('exports all results as CSV', async () => {
    const { body } = await server.post(
      `${addressOf(auditSearch)}?format=csv`,
      { text: 'NEEDLE', oldestfirst: true },
      admin.token,
    )
    const lines = (body as string).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + all.length)
    expect(lines[0]).toContain('label')
    expect(lines[2]).toContain('card 3')
  })

  test('takes the text literally: no pattern, no other filter, and a value that fits no column is refused', async () => {
    expect((await search({ text: 'n%needle' })).rows).toEqual([])
    expect((await search({ text: 'needle_3%' })).rows).toHaveLength(1)
    expect((await search({ filter: { classcode: 'card' } })).rows).toEqual([])
    expect((await server.refused(auditSearch, { text: 'x', filter: { nothing: 1 } }, admin)).field).toBe(
      'filter.nothing',
    )
    const none = { text: 'needle', after: newId() }
    expect(await server.ask(auditSearch, none, admin)).toEqual({ rows: [], until: null })
  })
})

describe('the API log', () => {
  beforeEach(async () => {
    await server.app.settleJournals()
    await server.db.deleteFrom('api_log').execute()
  })

  // Proves O14, S2.31
  test('records who called what, when, and how it ended', async () => {
    await server.call(whoami, {}, admin)
    const failed = await server.call(apiLogGet, { id: newId() }, admin)
    const rows = await calls()
    expect(rows).toMatchObject([
      { path: '/admin/api/log/get', status: 404, username: 'admin', userid: admin.id },
      { path: '/whoami', status: 200, parameters: '{}', session: expect.stringMatching(/-4/) },
    ])
    expect(rows[0]!.id).toBe((failed.body as unknown as { error: { correlation: string } }).error.correlation)
    expect((await server.call(apiLogGet, { id: rows[0]!.id }, admin)).body).toEqual(rows[0])
    expect((await server.call(apiLogCount, { filter: { status: 404 } }, admin)).body.count).toBe(1)
  })

  test('records the address of the connection when the forwarded one is not an IP address', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `=${'x'.repeat(5_000)}` }
    await server.request('/api/v1/whoami', { method: 'POST', headers, body: '{}' })
    const [row] = await calls({ filter: { path: '/whoami' } })
    expect(row).toMatchObject({ status: 401, username: null, address: '127.0.0.1' })
  })

  // Proves O14
  test('contains no secret, regardless of the user and the field', async () => {
    const secret = 'canary-secret-9'
    await server.call(token, { grant_type: 'password', username: secret, password: secret })
    await server.post('/api/v1/whoami', { password: secret }, secret)
    const url = `ftp://me:${secret}@x/y?token=${secret}`
    const tries: [string, unknown][] = [
      ['ChangeConfiguration', { key: 'AuthorizationKey', value: secret }],
      ['ChangeConfiguration', { key: 'AuthorizationKey', value: [secret] }],
      ['ChangeConfiguration', { key: 'AuthorizationKey', value: 'x', more: secret }],
      ['Nonsense', { value: secret }],
      ['GetDiagnostics', { location: url }],
      ['GetDiagnostics', { location: [url] }],
    ]
    for (const [action, payload] of tries) {
      await server.call(commandSend, { identities: ['NOBODY'], action, payload, waitms: 100 }, admin)
      await server.post(`/api/v1/ChargePoint/NOBODY/${action}`, payload, admin.token)
    }
    await server.post('/api/v1/user/password', { oldpass: secret, newpass: secret }, admin.token)
    await server.post('/api/v1/user/totp/confirm', { code: secret }, admin.token)
    const rows = await calls()
    expect(rows.length).toBeGreaterThan(12)
    expect(rows.filter(({ parameters }) => parameters !== null).length).toBeGreaterThan(8)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('the event log', () => {
  // Proves O14
  test('records failed attempts and locks without the name that was entered', async () => {
    // attempts are counted for each address
    server.from = '192.0.2.9'
    for (let n = 0; n < 6; n++)
      await server.call(token, { grant_type: 'password', username: 'admin', password: 'wrong one' })
    server.from = null
    await server.call(token, {
      grant_type: 'password',
      username: 'a-password-in-the-wrong-field',
      password: 'x',
    })
    await server.app.settleJournals()
    const { body } = await server.call(eventLogList, { filter: { code: 'sign-in' } }, admin)
    expect(body.filter(({ event }) => event === 'wrong password').length).toBeGreaterThan(3)
    expect(body.filter(({ event }) => event === 'locked').length).toBeGreaterThan(0)
    expect(body[0]).toMatchObject({ event: 'unknown name', type: 'warning', username: null })
    expect(body.find(({ event }) => event === 'wrong password')).toMatchObject({
      username: 'admin',
      userid: admin.id,
    })
    expect(JSON.stringify(body)).not.toContain('a-password-in-the-wrong-field')
    expect((await server.call(eventLogGet, { id: body[0]!.id }, admin)).body).toEqual(body[0])
  })

  // Proves O14, S2.32
  test('records unexpected failures, which are found by their correlation id', async () => {
    await sql`alter table audit_anchors rename to anchors_away`.execute(server.db)
    const failed = await server.call(auditVerify, {}, admin)
    await sql`alter table anchors_away rename to audit_anchors`.execute(server.db)
    const { correlation } = (failed.body as unknown as { error: { correlation: string } }).error
    expect(failed.status).toBe(500)
    await server.app.settleJournals()
    const { body } = await server.call(eventLogList, { filter: { correlation } }, admin)
    expect(body).toMatchObject([{ type: 'error', code: 'web', event: 'a request failed' }])
    expect(body[0]!.text).toContain('audit_anchors')
  })
})
