import { once } from 'node:events'
import {
  accessTokenType,
  adminUserDelete,
  adminUserExpire,
  adminUserLock,
  adminUserPasswordExpire,
  adminUserSet,
  type AnswerOf,
  chargePointCommand,
  commandSend,
  freshLoginMinutes,
  liveTicket,
  needsFreshLogin,
  sessionEnd,
  sessionEndOthers,
  sessionList,
  sessionProve,
  signingKeyRotate,
  signOut,
  token,
  tokenExchangeGrant,
  userPassword,
  whoami,
} from '@stationmaster/contract'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { KeyRing } from '../src/modules/identity/key-ring.ts'
import { addressOf, password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const isIn = async (who: { token: string }) => (await server.call(whoami, {}, who)).status === 200

/** Opens a live connection; also returns the reason of its end. */
async function openConnection(who: { token: string }) {
  const { ticket } = await server.request(liveTicket, {}, who)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  await once(socket, 'message')
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${String(reason)}`)
  return { closed, isOpen: () => socket.readyState === socket.OPEN }
}

describe('own login sessions', () => {
  test('are listed without the handle that tokens contain', async () => {
    await server.addUser('lena')
    const person = await server.signInByPassword('lena')
    const second = await server.signInByPassword('lena')
    const sessions = await server.request(sessionList, {}, person)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const text = JSON.stringify(sessions)
    for (const code of [person.session, second.session]) expect(text).not.toContain(code)
    expect(sessions[0]).toMatchObject({ host: expect.stringMatching(/^10\./), agent: expect.any(String) })
  })

  test('are ended by id; those of others are not found', async () => {
    const person = await server.user('mara')
    const stranger = await server.user('stranger')
    const second = await server.signIn('mara')
    const line = await openConnection(second)
    const other = (await server.request(sessionList, {}, person)).find(({ current }) => !current)!
    expect((await server.requestError(sessionEnd, { id: other.id }, stranger)).status).toBe(404)
    await server.request(sessionEnd, { id: other.id }, person)
    expect(await line.closed).toContain('1008')
    await expect.poll(() => isIn(second)).toBe(false)
    expect(await isIn(person)).toBe(true)
    expect((await server.requestError(sessionEnd, { id: other.id }, person)).status).toBe(404)
  })

  // Proves A3
  test('signing out elsewhere leaves the current one', async () => {
    const person = await server.user('nora')
    const others = [await server.signIn('nora'), await server.signIn('nora')]
    const line = await openConnection(others[0]!)
    expect(await server.request(sessionEndOthers, {}, person)).toEqual({ result: true, ended: 2 })
    expect(await line.closed).toContain('1008')
    for (const other of others) await expect.poll(() => isIn(other)).toBe(false)
    expect(await server.request(sessionList, {}, person)).toHaveLength(1)
    expect(await server.request(sessionEndOthers, {}, person)).toEqual({ result: true, ended: 0 })
    expect(await server.changesOf(person.id)).toEqual(['end other sessions by nora'])
  })
})

// Proves A3
describe('within five seconds every login session and live connection ends, after', () => {
  const acts: [string, (person: TestUser) => Promise<unknown>][] = [
    ['signing out', (person) => server.request(signOut, {}, person)],
    ['a block', ({ id }) => server.request(adminUserLock, { id }, admin)],
    ['the end of access', ({ id }) => server.request(adminUserExpire, { id }, admin)],
    ['deletion', ({ id }) => server.request(adminUserDelete, { id }, admin)],
    ['an expired password', ({ id }) => server.request(adminUserPasswordExpire, { id }, admin)],
    [
      'a password that an administrator sets',
      ({ id }) => server.request(adminUserSet, { id, password: 'a new harbour 1' }, admin),
    ],
    [
      'a password that the person changed elsewhere',
      async ({ username }) => {
        const here = await server.signIn(username)
        await server.request(userPassword, { oldpass: password, newpass: 'a new harbour 2' }, here)
      },
    ],
  ]
  test.each(acts)('%s', async (name, act) => {
    const enteredAt = performance.now()
    const person = await server.user(`out-${name.replaceAll(/\W/g, '')}`)
    expect(await isIn(person)).toBe(true)
    const line = await openConnection(person)
    const startedAt = performance.now()
    await act(person)
    await expect.poll(() => isIn(person)).toBe(false)
    await line.closed
    // on a busy machine, a few times as long as the beginning of the session
    const busyMs = 5 * (startedAt - enteredAt)
    expect(performance.now() - startedAt).toBeLessThan(Math.max(5_000, busyMs))
    const renew = { grant_type: 'refresh_token', refresh_token: person.refresh }
    expect((await server.post(token.path, renew)).status).toBe(401)
  })
})

const resetHard = { identities: ['NOBODY'], action: 'Reset', payload: { type: 'Hard' } }
const windowMs = freshLoginMinutes * 60_000

describe('a request that requires a fresh sign-in', () => {
  test.each([
    ['Reset', { type: 'Hard' }, true],
    ['Reset', { type: 'Soft' }, false],
    ['UnlockConnector', { connectorId: 1 }, true],
    ['UpdateFirmware', {}, true],
    ['SignedUpdateFirmware', {}, true],
    ['ChangeConfiguration', { key: 'authorizationKEY', value: 'x' }, true],
    ['ChangeConfiguration', { key: 'SecurityProfile', value: '1' }, true],
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '1' }, false],
    ['RemoteStartTransaction', {}, false],
  ])('%s %j: %s', (action, payload, expected) => {
    expect(needsFreshLogin(action, payload)).toBe(expected)
  })

  // Proves H13
  test('is refused with a separate code after ten minutes, by both ways of sending', async () => {
    const person = await server.user('rosa')
    // fresh: refused for another reason
    expect((await server.requestError(commandSend, resetHard, person)).status).toBe(404)
    server.clock.forward(windowMs + 1000)
    expect(await server.requestError(commandSend, resetHard, person)).toMatchObject({
      status: 403,
      code: 'sign_in.fresh_required',
    })
    const path = addressOf(chargePointCommand).replace(':identity', 'NOBODY')
    const plain = await server.post(
      path.replace(':command', 'UnlockConnector'),
      { connectorId: 1 },
      person.token,
    )
    expect(plain).toMatchObject({ status: 403, body: { error: { code: 'sign_in.fresh_required' } } })
    const soft = { ...resetHard, payload: { type: 'Soft' } }
    expect((await server.requestError(commandSend, soft, person)).status).toBe(404)
  })

  // Proves H13
  test('is accepted after the password was entered again; a renewed token does not help', async () => {
    const person = await server.user('tilda')
    server.clock.forward(windowMs + 1000)
    const renewed = await server.post(token.path, {
      grant_type: 'refresh_token',
      refresh_token: person.refresh,
    })
    const who = { token: (renewed.body as AnswerOf<typeof token>).access_token }
    expect((await server.requestError(commandSend, resetHard, who)).code).toBe('sign_in.fresh_required')
    expect(await server.requestError(sessionProve, { password: 'wrong' }, who)).toMatchObject({
      status: 400,
      field: 'password',
    })
    expect((await server.requestError(commandSend, resetHard, who)).code).toBe('sign_in.fresh_required')
    const proof = await server.request(sessionProve, { password }, who)
    expect(Date.parse(proof.until) - server.clock.now().getTime()).toBeGreaterThan(windowMs - 5_000)
    // immediately: no old result is cached
    expect((await server.requestError(commandSend, resetHard, who)).status).toBe(404)
    server.clock.forward(windowMs + 1000)
    expect((await server.requestError(commandSend, resetHard, who)).code).toBe('sign_in.fresh_required')
  })

  // Proves L117
  test('counts wrong passwords for the session only: not for signing in, nor the other way round', async () => {
    const person = await server.user('ursula')
    for (let n = 0; n < 5; n++)
      expect((await server.requestError(sessionProve, { password: 'wrong' }, person)).status).toBe(400)
    expect((await server.requestError(sessionProve, { password }, person)).status).toBe(429)
    const other = await server.signIn('ursula')
    for (let n = 0; n < 8; n++)
      await server.post(token.path, { grant_type: 'password', username: 'ursula', password: 'wrong' })
    await server.request(sessionProve, { password }, other)
  })

  // Proves H13
  test('includes changes of administrators to users, but not reading', async () => {
    const boss = await server.user('boss', { isAdmin: true })
    server.clock.forward(windowMs + 1000)
    expect(await server.requestError(adminUserLock, { id: boss.id }, boss)).toMatchObject({
      status: 403,
      code: 'sign_in.fresh_required',
    })
    expect(await isIn(boss)).toBe(true)
  })
})

describe('signing keys', () => {
  // Proves A1
  test('are rotated: new tokens name the new one, old tokens stay valid', async () => {
    const before = await server.user('vera')
    const boss = await server.user('key-boss', { isAdmin: true })
    const { kid, keys } = await server.request(signingKeyRotate, {}, boss)
    expect(keys).toBeGreaterThan(1)
    const after = await server.signInByPassword('vera')
    expect(decodeProtectedHeader(after.token).kid).toBe(kid)
    expect(decodeProtectedHeader(before.token).kid).not.toBe(kid)
    expect(await isIn(before)).toBe(true)
    expect(await isIn(after)).toBe(true)
    const exchanged = await server.post(token.path, {
      grant_type: tokenExchangeGrant,
      subject_token: before.token,
      subject_token_type: accessTokenType,
      client_id: 'stationmaster-console',
    })
    expect(exchanged.status).toBe(200)
  })

  // Proves A1
  test('are retired two days after their successor was created, however old they are', async () => {
    const keys = () =>
      server.db.selectFrom('signing_keys').select(['kid', 'retired_at']).orderBy('created_at').execute()
    const ring = new KeyRing(server.db, server.clock, ['stationmaster-console'])
    await ring.open()
    const old = (await keys()).findLast((key) => key.retired_at === null)!.kid
    server.clock.forward(200 * 86_400_000)
    await ring.open()
    const [known, newest] = (await keys()).slice(-2)
    expect(known).toEqual({ kid: old, retired_at: null })
    expect(newest!.retired_at).toBeNull()
    server.clock.forward(3 * 86_400_000)
    await ring.open()
    const rows = await keys()
    expect(rows.filter((key) => key.retired_at === null).map(({ kid }) => kid)).toEqual([newest!.kid])
  })
})
