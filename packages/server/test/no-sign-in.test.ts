import { once } from 'node:events'
import {
  adminUserGet,
  adminUserLock,
  cardSet,
  liveTicket,
  setupState,
  signOut,
  stationList,
  totpRemove,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf, type FailureBody, password, TestServer } from './test-server.ts'

const withoutSignIn = { AREAS: 'crm,admin,ocpp' }
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(withoutSignIn, { isNew: true })
  server.from = '127.0.0.1'
})
afterAll(() => server.close())

/** Sends a request without a token, from this machine unless `headers` differ. */
const post = (path: string, headers: Record<string, string> = {}, to = server) =>
  to.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1', ...headers },
    body: '{}',
  })

// Proves S2.6
test('with signing in switched off, requests of this machine need no token and run as an administrator', async () => {
  const user = await server.call(whoami, {})
  expect(user.body).toMatchObject({ admin: true, password: false, interface: { code: 'all' } })
  expect((await server.call(stationList, {})).body).toEqual([])
  const card = await server.call(cardSet, { id: null, code: 'LOCAL-1', typecode: 'rfid' })
  expect(card.status, JSON.stringify(card.body)).toBe(200)
  // requires a fresh sign-in of others
  const { id } = await server.addUser('somebody', { email: 's@example.org' })
  expect((await server.call(adminUserGet, { id })).status).toBe(200)
  expect((await server.call(adminUserLock, { id })).status).toBe(200)
  const audit = await server.changesOf(id)
  expect(audit).toEqual(['lock by local'])
  expect(server.app.firstRun.setupCode).toBeNull()
})

test('the live connection opens without signing in, and signing out ends nothing permanently', async () => {
  const { ticket } = (await server.call(liveTicket, {})).body
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`, {
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(hello.toString())).toMatchObject({ type: 'hello' })
  socket.terminate()
  expect((await server.call(signOut, {})).status).toBe(200)
  await expect.poll(async () => (await server.call(whoami, {})).status).toBe(200)
})

test.each([
  ['another address', { 'x-forwarded-for': '10.1.2.3' }, 'access.local_only'],
  ['a page of another origin', { origin: 'https://evil.example' }, 'access.local_only_page'],
])('%s must not send requests without a token', async (_what, headers, code) => {
  const reply = await post('/whoami', headers)
  expect(reply.status).toBe(403)
  expect((reply.body as FailureBody).error.code).toBe(code)
  expect((await post('/charge_point/list', headers)).status).toBe(403)
})

test('a proxy that TRUST_PROXY does not name forwards no requests without a token', async () => {
  const direct = await TestServer.open({ ...withoutSignIn, TRUST_PROXY: 'off' }, { isNew: true })
  try {
    expect((await post('/whoami', {}, direct)).status).toBe(403)
    const headers = { 'content-type': 'application/json' }
    const own = await direct.fetch('/api/v1/whoami', { method: 'POST', headers, body: '{}' })
    expect(own.status).toBe(200)
  } finally {
    await direct.close()
  }
})

test('with signing in switched on again, requests need a token and the first administrator is still to be created', async () => {
  await server.app.close()
  const on = await TestServer.open({}, { isNew: true, database: server.fresh })
  try {
    on.from = '127.0.0.1'
    expect((await on.call(whoami, {})).status).toBe(401)
    expect((await on.call(setupState, {})).body).toEqual({ needed: true })
    expect(on.app.firstRun.setupCode).not.toBeNull()
    const local = await on.db
      .selectFrom('users')
      .leftJoin('sessions', (join) =>
        join.onRef('sessions.user_id', '=', 'users.id').on('sessions.revoked_at', 'is', null),
      )
      .select(['users.state', 'sessions.code'])
      .where('username', '=', 'local')
      .execute()
    expect(local).toEqual([{ state: 'locked', code: null }])
    const tried = await on.post('/oauth2/token', { grant_type: 'password', username: 'local', password })
    expect(tried.status).toBe(401)
  } finally {
    await on.app.close()
  }
  const off = await TestServer.open(withoutSignIn, { isNew: true, database: server.fresh })
  off.from = '127.0.0.1'
  expect((await off.call(whoami, {})).body).toMatchObject({ profile: { username: 'local' } })
  server = off
})

test('with a token the request runs as its user, also where signing in is switched off', async () => {
  const driver = await server.user('driver-1', { interface: 'driver' })
  expect((await server.request(whoami, {}, driver)).admin).toBe(false)
  expect((await server.requestError(totpRemove, {}, driver)).status).toBe(400)
  expect((await server.post(addressOf(whoami), {}, 'no-token')).status).toBe(401)
})
