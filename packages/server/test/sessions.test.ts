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
import { KeyRing } from '../src/modules/identity/index.ts'
import { addressOf, password, type Person, TestServer } from './test-server.ts'

let house: TestServer
let admin: Person
beforeAll(async () => {
  house = await TestServer.open()
  admin = await house.signIn('admin')
})
afterAll(() => house.close())

const isIn = async (who: { token: string }) => (await house.call(whoami, {}, who)).status === 200

/** An open live line, and the reason it ends with. */
async function openLine(who: { token: string }) {
  const { ticket } = await house.ask(liveTicket, {}, who)
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  await once(socket, 'message')
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${String(reason)}`)
  return { closed, isOpen: () => socket.readyState === socket.OPEN }
}

describe('own sessions', () => {
  test('are listed without the handle that stands in tokens', async () => {
    const person = await house.person('lena')
    const second = await house.signIn('lena')
    const sessions = await house.ask(sessionList, {}, person)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const text = JSON.stringify(sessions)
    for (const code of [person.session, second.session]) expect(text).not.toContain(code)
    expect(sessions[0]).toMatchObject({ host: expect.stringMatching(/^10\./), agent: expect.any(String) })
  })

  test('one is ended by its id; those of others are not there', async () => {
    const person = await house.person('mara')
    const stranger = await house.person('stranger')
    const second = await house.signIn('mara')
    const line = await openLine(second)
    const other = (await house.ask(sessionList, {}, person)).find(({ current }) => !current)!
    expect((await house.refused(sessionEnd, { id: other.id }, stranger)).status).toBe(404)
    await house.ask(sessionEnd, { id: other.id }, person)
    expect(await line.closed).toContain('1008')
    await expect.poll(() => isIn(second)).toBe(false)
    expect(await isIn(person)).toBe(true)
    expect((await house.refused(sessionEnd, { id: other.id }, person)).status).toBe(404)
  })

  test('signing out elsewhere leaves this one', async () => {
    const person = await house.person('nora')
    const others = [await house.signIn('nora'), await house.signIn('nora')]
    const line = await openLine(others[0]!)
    expect(await house.ask(sessionEndOthers, {}, person)).toEqual({ result: true, ended: 2 })
    expect(await line.closed).toContain('1008')
    for (const other of others) await expect.poll(() => isIn(other)).toBe(false)
    expect(await house.ask(sessionList, {}, person)).toHaveLength(1)
    expect(await house.ask(sessionEndOthers, {}, person)).toEqual({ result: true, ended: 0 })
    expect(await house.changesOf(person.id)).toEqual(['end other sessions by nora'])
  })
})

describe('A3: within five seconds every session and live line ends, after', () => {
  const acts: [string, (person: Person) => Promise<unknown>][] = [
    ['signing out', (person) => house.ask(signOut, {}, person)],
    ['a block', ({ id }) => house.ask(adminUserLock, { id }, admin)],
    ['the end of access', ({ id }) => house.ask(adminUserExpire, { id }, admin)],
    ['deletion', ({ id }) => house.ask(adminUserDelete, { id }, admin)],
    ['an expired password', ({ id }) => house.ask(adminUserPasswordExpire, { id }, admin)],
    [
      'a password that an administrator sets',
      ({ id }) => house.ask(adminUserSet, { id, password: 'a new harbour 1' }, admin),
    ],
    [
      'a password that the person changed elsewhere',
      async ({ username }) => {
        const here = await house.signIn(username)
        await house.ask(userPassword, { oldpass: password, newpass: 'a new harbour 2' }, here)
      },
    ],
  ]
  test.each(acts)('%s', async (name, act) => {
    const person = await house.person(`out-${name.replaceAll(/\W/g, '')}`)
    expect(await isIn(person)).toBe(true)
    const line = await openLine(person)
    const startedAt = performance.now()
    await act(person)
    await expect.poll(() => isIn(person), { timeout: 5_000 }).toBe(false)
    await line.closed
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    const renew = { grant_type: 'refresh_token', refresh_token: person.refresh }
    expect((await house.post(token.path, renew)).status).toBe(401)
  })
})

const resetHard = { identities: ['NOBODY'], action: 'Reset', payload: { type: 'Hard' } }
const windowMs = freshLoginMinutes * 60_000

describe('H13: what needs a fresh sign-in', () => {
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

  test('is refused with a code of its own after ten minutes, by both ways of sending', async () => {
    const person = await house.person('rosa')
    // fresh: refused for another reason
    expect((await house.refused(commandSend, resetHard, person)).status).toBe(404)
    house.clock.forward(windowMs + 1000)
    expect(await house.refused(commandSend, resetHard, person)).toMatchObject({
      status: 403,
      code: 'fresh_login_required',
    })
    const path = addressOf(chargePointCommand).replace(':identity', 'NOBODY')
    const plain = await house.post(
      path.replace(':command', 'UnlockConnector'),
      { connectorId: 1 },
      person.token,
    )
    expect(plain).toMatchObject({ status: 403, body: { error: { code: 'fresh_login_required' } } })
    const soft = { ...resetHard, payload: { type: 'Soft' } }
    expect((await house.refused(commandSend, soft, person)).status).toBe(404)
  })

  test('the password, shown again, renews it; a renewed token does not', async () => {
    const person = await house.person('tilda')
    house.clock.forward(windowMs + 1000)
    const renewed = await house.post(token.path, {
      grant_type: 'refresh_token',
      refresh_token: person.refresh,
    })
    const who = { token: (renewed.body as AnswerOf<typeof token>).access_token }
    expect((await house.refused(commandSend, resetHard, who)).code).toBe('fresh_login_required')
    expect(await house.refused(sessionProve, { password: 'wrong' }, who)).toMatchObject({
      status: 400,
      field: 'password',
    })
    expect((await house.refused(commandSend, resetHard, who)).code).toBe('fresh_login_required')
    const proof = await house.ask(sessionProve, { password }, who)
    expect(Date.parse(proof.until) - house.clock.now().getTime()).toBeGreaterThan(windowMs - 5_000)
    // at once: nothing old is remembered
    expect((await house.refused(commandSend, resetHard, who)).status).toBe(404)
    house.clock.forward(windowMs + 1000)
    expect((await house.refused(commandSend, resetHard, who)).code).toBe('fresh_login_required')
  })

  test('wrong passwords count for the session alone: not for signing in, nor the other way round', async () => {
    const person = await house.person('ursula')
    for (let n = 0; n < 5; n++)
      expect((await house.refused(sessionProve, { password: 'wrong' }, person)).status).toBe(400)
    expect((await house.refused(sessionProve, { password }, person)).status).toBe(429)
    const other = await house.signIn('ursula')
    for (let n = 0; n < 8; n++)
      await house.post(token.path, { grant_type: 'password', username: 'ursula', password: 'wrong' })
    await house.ask(sessionProve, { password }, other)
  })

  test('acts of administrators on people need it, looking does not', async () => {
    const boss = await house.person('boss', { isAdmin: true })
    house.clock.forward(windowMs + 1000)
    expect(await house.refused(adminUserLock, { id: boss.id }, boss)).toMatchObject({
      status: 403,
      code: 'fresh_login_required',
    })
    expect(await isIn(boss)).toBe(true)
  })
})

describe('A1: keys', () => {
  test('are rotated: new tokens name the new one, old tokens stay good', async () => {
    const before = await house.person('vera')
    const boss = await house.person('key-boss', { isAdmin: true })
    const { kid, keys } = await house.ask(signingKeyRotate, {}, boss)
    expect(keys).toBeGreaterThan(1)
    const after = await house.signIn('vera')
    expect(decodeProtectedHeader(after.token).kid).toBe(kid)
    expect(decodeProtectedHeader(before.token).kid).not.toBe(kid)
    expect(await isIn(before)).toBe(true)
    expect(await isIn(after)).toBe(true)
    const exchanged = await house.post(token.path, {
      grant_type: tokenExchangeGrant,
      subject_token: before.token,
      subject_token_type: accessTokenType,
      client_id: 'stationmaster-console',
    })
    expect(exchanged.status).toBe(200)
  })

  test('a key is retired two days after its successor was made, however old it is', async () => {
    const keys = () =>
      house.db.selectFrom('signing_keys').select(['kid', 'retired_at']).orderBy('created_at').execute()
    const ring = new KeyRing(house.db, house.clock, ['stationmaster-console'])
    await ring.open()
    const old = (await keys()).findLast((key) => key.retired_at === null)!.kid
    house.clock.forward(200 * 86_400_000)
    await ring.open()
    const [known, newest] = (await keys()).slice(-2)
    expect(known).toEqual({ kid: old, retired_at: null })
    expect(newest!.retired_at).toBeNull()
    house.clock.forward(3 * 86_400_000)
    await ring.open()
    const rows = await keys()
    expect(rows.filter((key) => key.retired_at === null).map(({ kid }) => kid)).toEqual([newest!.kid])
  })
})
