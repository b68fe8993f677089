import { apiLogGet, apiLogList, cardGet, cardSet, eventLogList, whoami } from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.app.settleJournals()
  await server.db.deleteFrom('api_log').execute()
  server.from = null
})

/** Sends this many requests, eight at a time. */
async function flood(count: number, call: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await call(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** Returns the entries of a path after the minute in which they were made has passed. */
async function entriesOf(path: string) {
  server.clock.forward(61_000)
  await server.app.settleJournals()
  return server.db
    .selectFrom('api_log')
    .selectAll()
    .where((where) => where.or([where('path', '=', path), where('path', '=', '*')]))
    .execute()
}
const sumOf = (rows: readonly { calls?: number }[]) => rows.reduce((sum, { calls = 1 }) => sum + calls, 0)

// Proves L64
test('requests of one address without a token are a few entries, and one that counts the others', async () => {
  server.from = '192.0.2.1'
  await flood(300, () => server.post(addressOf(whoami), {}))
  server.from = null
  const rows = await entriesOf(whoami.path)
  expect(rows.length).toBeLessThan(20)
  expect(sumOf(rows)).toBe(300)
  const most = rows.reduce((a, b) => (a.calls > b.calls ? a : b))
  expect(await server.request(apiLogGet, { id: most.id }, admin)).toMatchObject({
    path: whoami.path,
    status: 401,
    calls: most.calls,
    address: '192.0.2.1',
  })
})

// Proves L65
test('requests without a token from many addresses are limited in total, with a warning in the event log', async () => {
  await flood(800, () => server.post(addressOf(whoami), {}))
  const rows = await entriesOf(whoami.path)
  expect(rows.length).toBeLessThanOrEqual(602)
  expect(sumOf(rows)).toBe(800)
  const warnings = await server.request(eventLogList, { filter: { code: 'api-log' } }, admin)
  expect(warnings).toMatchObject([{ type: 'warning', event: 'too many calls without a signed-in user' }])
})

// Proves L66
test('identical reads of a user are a few entries, and one that counts the others', async () => {
  await flood(200, () => server.request(whoami, {}, admin))
  const rows = await entriesOf(whoami.path)
  expect(rows.length).toBeLessThan(20)
  expect(sumOf(rows)).toBe(200)
  expect(rows.every(({ username, parameters }) => username === 'admin' && parameters === '{}')).toBe(true)
})

// Proves L66
test('reads of a user that differ are limited, too', async () => {
  const { id } = await server.request(cardSet, { id: null, code: 'TAG-1', name: 'one' }, admin)
  const fields = ['id', 'code', 'name']
  await flood(500, (n) =>
    server.request(apiLogList, { fields: ['id'], filter: { path: `${fields[n % 3]} ${n} ${id}` } }, admin),
  )
  const rows = await entriesOf(apiLogList.path)
  expect(rows.length).toBeLessThanOrEqual(310)
  expect(sumOf(rows)).toBe(500)
})

// Proves L67
test('each write and each failure of a user is found by its correlation id', async () => {
  const { id } = await server.request(cardSet, { id: null, code: 'TAG-2', name: 'one' }, admin)
  const ids: string[] = []
  await flood(40, async () => {
    const written = await server.call(cardSet, { id, name: 'one' }, admin)
    const failed = await server.call(cardGet, { id: newId() }, admin)
    expect([written.status, failed.status]).toEqual([200, 404])
    ids.push(...[written, failed].map(({ headers }) => headers.get('x-request-id')!))
  })
  await server.app.settleJournals()
  const found = await server.db.selectFrom('api_log').select('id').where('id', 'in', ids).execute()
  expect(found).toHaveLength(80)
})
