import { setupAdministrator, setupState, token, whoami } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/shared/log.ts'
import { TestServer } from './test-server.ts'

let house: TestServer
beforeAll(async () => void (house = await TestServer.open({}, { isNew: true })))
afterAll(() => house.close())

const person = {
  username: 'first',
  email: 'first@example.org',
  password: 'correct horse battery',
  organisation: 'Stadtwerke Beispiel',
  currency: 'chf',
}
const create = (code: string, changed: Record<string, unknown> = {}) =>
  house.call(setupAdministrator, { ...person, code, ...changed })

test('a fresh installation has no account to sign in with and wants its code', async () => {
  expect((await house.call(setupState, {})).body).toEqual({ needed: true })
  const reply = await house.post(token.path, { grant_type: 'password', username: 'admin', password: 'admin' })
  expect(reply.status).toBe(401)
  const kept = await house.db.selectFrom('installation').selectAll().where('key', '=', 'setup_code').execute()
  expect(kept).toHaveLength(1)
  expect(kept[0]!.value).not.toContain(house.app.firstRun.setupCode!.slice(0, 4))
})

test('a wrong code and wrong words are refused by their field, and the code stays good', async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ code: 'AAAA-AAAA-AAAA' }, 'code'],
    [{ email: 'nowhere' }, 'email'],
    [{ username: 'two words' }, 'username'],
    [{ password: 'short' }, 'password'],
    [{ currency: 'E1R' }, 'currency'],
    [{ currency: 'ABC' }, 'currency'],
  ]
  for (const [changed, field] of cases) {
    const reply = await create(house.app.firstRun.setupCode!, changed)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: { field } })
  }
})

test('a new start makes a new code and the old one ends', async () => {
  const old = house.app.firstRun.setupCode!
  const second = await buildApp({
    config: readConfig({ DATA_DIR: house.fresh.dataDir }),
    databaseUrl: house.fresh.url,
    log: createLog('silent'),
  })
  house.app.firstRun.setupCode = second.firstRun.setupCode
  await second.close()
  expect(house.app.firstRun.setupCode).not.toBe(old)
  expect((await create(old)).body).toMatchObject({ error: { field: 'code' } })
})

test('the code creates one administrator, however it is typed, and never a second', async () => {
  const typed = ` ${house.app.firstRun.setupCode!.toLowerCase().replaceAll('-', ' ')}`
  const [one, two] = await Promise.all([
    create(typed),
    create(typed, { username: 'second', email: 'second@x' }),
  ])
  expect([one.status, two.status].sort()).toEqual([200, 400])
  const winner = one.status === 200 ? one : two
  const me = await house.ask(whoami, {}, { token: winner.body.access_token })
  expect(me).toMatchObject({
    admin: true,
    account: { name: 'Stadtwerke Beispiel', currency_code: 'CHF', balance: '0.00' },
  })
  expect(await house.changesOf(me.userid)).toEqual(['create by setup'])
  expect(await house.changesOf(await house.firstAccount())).toEqual(['update by setup'])
  expect((await house.call(setupState, {})).body).toEqual({ needed: false })
  const late = await create(typed, { username: 'third', email: 'third@x' })
  expect(late.status).toBe(400)
})
