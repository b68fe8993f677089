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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordChanges } from '../src/modules/audit/index.ts'
import { auditSource } from '../src/modules/audit/list-store.ts'
import { newId } from '../src/shared/ids.ts'
import { type Found, runSearch } from '../src/storage/list/run-search.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeEach(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterEach(() => server.close())

const entry = (n: number) => ({
  accountId: admin.accountId,
  kind: 'change' as const,
  classCode: 'hay',
  objectId: newId(),
  label: `card ${n}`,
  action: 'update',
  // one of three is found by its content, in any spelling
  after: { name: n % 3 === 0 ? `a Needle_${n}%` : 'straw' },
})
const recordEntries = (entries: readonly ReturnType<typeof entry>[]) =>
  server.db.transaction().execute((tx) => recordChanges(tx, { system: 'test' }, entries))

const calls = async (query: object = {}) => {
  await server.app.settleJournals()
  return (await server.call(apiLogList, query, admin)).body
}

test('the audit trail is visible to administrators only', async () => {
  const operator = await server.user('eve')
  for (const row of [auditList, auditCount, auditVerify, apiLogList, eventLogList])
    expect((await server.call(row, {}, operator)).status).toBe(403)
  await recordEntries([entry(3)])
  await server.app.settleJournals()
  const filter = { label: 'card 3' }
  const { body } = await server.call(auditList, { filter }, admin)
  expect(body).toMatchObject([
    { number: expect.any(Number), via: 'test', before: null, after: { name: 'a Needle_3%' } },
  ])
  expect((await server.call(auditGet, { id: body[0]!.id }, admin)).body).toEqual(body[0])
  expect((await server.call(auditCount, { filter }, admin)).body).toEqual({ count: 1 })
})

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
    const card = (await server.request(cardSet, { id: null, code: 'TAG-10', name: 'one' }, admin)).id
    await server.request(stationSet, { id: null, identity: 'CP-10' }, admin)
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
      expect(await server.request(apiLogGet, { id: correlation }, admin)).toMatchObject({ path: row.path })
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
    const { id } = await server.request(profileSet, { id: null, description: 'night', profile }, admin)
    await server.request(profileSet, { id, profile: { ...profile, stackLevel: 2 } }, admin)
    await server.request(profileDelete, { id }, admin)
    expect(await changesWhere({ objectid: id })).toMatchObject([
      { action: 'create', label: 'night', after: { description: 'night', stackLevel: 1 } },
      { action: 'update', before: { stackLevel: 1 }, after: { stackLevel: 2 } },
      { action: 'delete', before: { description: 'night', stackLevel: 2 }, after: null },
    ])
  })
})

const search = (query: object) => server.request(auditSearch, { text: 'needle', ...query }, admin)
const labels = (rows: readonly { label: string }[]) => rows.map(({ label }) => Number(label.slice(5)))

describe('a text search', () => {
  const entries = 45
  beforeEach(() => recordEntries(Array.from({ length: entries }, (_, n) => entry(n))))
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
    const scope = {
      accountId: admin.accountId,
      userId: admin.id,
      clientId: null,
      isAdmin: true,
      isDriver: false,
    }
    const query = { text: 'Needle_', filter: { classcode: 'hay' } }
    const found: number[] = []
    const slices: number[] = []
    for (let after: string | undefined; ; ) {
      const slice = await runSearch(
        { db: server.db, source: auditSource, scope },
        { query: { ...query, after }, most: 10 },
      )
      if ('refusal' in slice) throw new Error(slice.message)
      slices.push(slice.rows.length)
      found.push(...labels(slice.rows))
      if (!slice.until) break
      after = slice.until.id
    }
    expect(found).toEqual(all.toReversed())
    expect(slices).toEqual([3, 3, 4, 3, 2])
    // a text that is in no entry: the same steps, and no result
    const { rows, until } = (await runSearch(
      { db: server.db, source: auditSource, scope },
      {
        query: { ...query, text: 'nowhere' },
        most: 20,
      },
    )) as Found<{ id: string; datetime: string; label: string }>
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
    expect((await server.requestError(auditSearch, { text: 'x', filter: { nothing: 1 } }, admin)).field).toBe(
      'filter.nothing',
    )
    const none = { text: 'needle', after: newId() }
    expect(await server.request(auditSearch, none, admin)).toEqual({ rows: [], until: null })
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
    await server.fetch('/api/v1/whoami', { method: 'POST', headers, body: '{}' })
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
