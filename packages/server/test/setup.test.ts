import { setupAdministrator, setupState, token, whoami } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/shared/log.ts'
import { TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await TestServer.open({}, { isNew: true })))
afterAll(() => server.close())

const person = {
  username: 'first',
  email: 'first@example.org',
  password: 'correct horse battery',
  organisation: 'Stadtwerke Beispiel',
  currency: 'chf',
}
const create = (code: string, changed: Record<string, unknown> = {}) =>
  server.call(setupAdministrator, { ...person, code, ...changed })

// Proves A7
test('a fresh installation has no user to sign in with and requires its code', async () => {
  expect((await server.call(setupState, {})).body).toEqual({ needed: true })
  const reply = await server.post(token.path, {
    grant_type: 'password',
    username: 'admin',
    password: 'admin',
  })
  expect(reply.status).toBe(401)
  const rows = await server.db
    .selectFrom('installation')
    .selectAll()
    .where('key', '=', 'setup_code')
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.value).not.toContain(server.app.firstRun.setupCode!.slice(0, 4))
})

test('a wrong code and wrong fields are refused by field, and the code stays valid', async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ code: 'AAAA-AAAA-AAAA' }, 'code'],
    [{ email: 'nowhere' }, 'email'],
    [{ username: 'two words' }, 'username'],
    [{ password: 'short' }, 'password'],
    [{ currency: 'E1R' }, 'currency'],
    [{ currency: 'ABC' }, 'currency'],
  ]
  for (const [changed, field] of cases) {
    const reply = await create(server.app.firstRun.setupCode!, changed)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: { field } })
  }
})

test('a restart creates a new code and invalidates the old one', async () => {
  const old = server.app.firstRun.setupCode!
  const second = await composeApp({
    config: readConfig({ DATA_DIR: server.fresh.dataDir }),
    databaseUrl: server.fresh.url,
    log: createLog('silent'),
  })
  server.app.firstRun.setupCode = second.firstRun.setupCode
  await second.close()
  expect(server.app.firstRun.setupCode).not.toBe(old)
  expect((await create(old)).body).toMatchObject({ error: { field: 'code' } })
})

// Proves A7
test('the code creates one administrator, in any spelling, and never a second', async () => {
  const typed = ` ${server.app.firstRun.setupCode!.toLowerCase().replaceAll('-', ' ')}`
  const [one, two] = await Promise.all([
    create(typed),
    create(typed, { username: 'second', email: 'second@x' }),
  ])
  expect([one.status, two.status].sort()).toEqual([200, 400])
  const winner = one.status === 200 ? one : two
  const me = await server.request(whoami, {}, { token: winner.body.access_token })
  expect(me).toMatchObject({
    admin: true,
    account: { name: 'Stadtwerke Beispiel', currency_code: 'CHF', balance: '0.00' },
  })
  expect(await server.changesOf(me.userid)).toEqual(['create by setup'])
  expect(await server.changesOf(await server.firstAccount())).toEqual(['update by setup'])
  expect((await server.call(setupState, {})).body).toEqual({ needed: false })
  const late = await create(typed, { username: 'third', email: 'third@x' })
  expect(late.status).toBe(400)
})
