import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  adminUserGet,
  adminUserTotpRemove,
  type AnswerOf,
  errorKinds,
  errors,
  sessionProve,
  signIn,
  stationList,
  token,
  totpBegin,
  totpConfirm,
  totpGet,
  totpRemove,
  whoami,
} from '@stationmaster/contract'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SecretBox } from '../src/shared/secret-box.ts'
import { password, type TestUser, type Reply, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stationmaster-totp-'))
  server = await TestServer.open({ DATA_DIR: dataDir })
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const step = 30_000
type Tokens = AnswerOf<typeof token>
interface OAuthFailure {
  error: string
  error_description: string
  mfa_token?: string
}

const grant = (body: Record<string, unknown>, at = server) => at.post(token.path, body)
const byPassword = (username: string, more = {}, at = server) =>
  grant({ grant_type: 'password', username, password, ...more }, at) as Promise<Reply<OAuthFailure & Tokens>>
const codeAt = (secret: string, steps = 0, at = server) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: at.clock.now().getTime() + steps * step,
  })
/** Returns the next code that was not used yet. */
const nextCode = (secret: string, at = server) => {
  at.clock.forward(step)
  return codeAt(secret, 0, at)
}

/** Adds a user with two-factor authentication. */
async function secured(username: string, options: Parameters<TestServer['user']>[1] = {}) {
  const person = await server.user(username, options)
  const { secret } = await server.request(totpBegin, {}, person)
  const { recoverycodes: codes } = await server.request(totpConfirm, { code: codeAt(secret) }, person)
  return { ...person, secret, codes }
}

describe('the vectors of RFC 6238, appendix B (SHA-1, the last six digits)', () => {
  const secret = Secret.fromUTF8('12345678901234567890')
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('%d s is %s', (seconds, code) => expect(TOTP.generate({ secret, timestamp: seconds * 1000 })).toBe(code))
})

describe('setting up two-factor authentication', () => {
  test('returns an address for the app; is active after the first code; shows recovery codes once', async () => {
    const person = await server.user('ada')
    expect(await server.request(totpGet, {}, person)).toEqual({
      enabled: false,
      since: null,
      recoverycodes: 0,
      recommended: false,
      required: false,
    })
    const { secret, uri } = await server.request(totpBegin, {}, person)
    expect(URI.parse(uri)).toMatchObject({ issuer: 'OCPP CS', label: 'ada', digits: 6, period: 30 })
    expect(uri).toContain(`secret=${secret}`)
    // not set up before the first code
    expect((await byPassword('ada')).status).toBe(200)
    expect((await server.requestError(totpConfirm, { code: '000000' }, person)).field).toBe('code')
    const { recoverycodes } = await server.request(totpConfirm, { code: codeAt(secret) }, person)
    expect(new Set(recoverycodes).size).toBe(10)
    expect(await server.request(totpGet, {}, person)).toMatchObject({ enabled: true, recoverycodes: 10 })
    expect((await server.request(whoami, {}, person)).totp).toBe('on')
    expect((await server.requestError(totpBegin, {}, person)).status).toBe(400)
    expect((await server.requestError(totpConfirm, { code: nextCode(secret) }, person)).status).toBe(400)
  })

  // Proves A7
  test('the secret is not in the database in plain text, and its key is in a separate file', async () => {
    const person = await secured('bea')
    const bytes = Buffer.from(Secret.fromBase32(person.secret).bytes)
    const row = await server.db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.secret.includes(bytes)).toBe(false)
    const path = join(dataDir, 'secret-key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toHaveLength(32)
    const box = new SecretBox(undefined, dataDir)
    expect(await box.decrypt(row.secret, person.id)).toEqual(bytes)
    // moved to another user, altered, or with another key it cannot be decrypted
    expect(await box.decrypt(row.secret, admin.id)).toBeNull()
    row.secret[20]! ^= 1
    expect(await box.decrypt(row.secret, person.id)).toBeNull()
    const other = new SecretBox('another key of more than thirty-two characters', dataDir)
    expect(await other.decrypt(await box.encrypt(bytes, 'x'), 'x')).toBeNull()
  })
})

describe('signing in with two-factor authentication', () => {
  test('requires the code with the password at /sign/in', async () => {
    const { secret } = await secured('cora')
    const login = { username: 'cora', password }
    expect(await server.requestError(signIn, login)).toMatchObject({
      status: 403,
      code: 'sign_in.code_required',
      field: 'otp',
    })
    expect((await server.call(signIn, { ...login, otp: nextCode(secret) })).status).toBe(200)
  })

  // Proves A7
  test('requires the code after the password, and accepts a ticket once', async () => {
    const { secret } = await secured('cleo')
    const first = await byPassword('cleo')
    expect(first.status).toBe(403)
    expect(first.body).toMatchObject({ error: 'mfa_required', code: 'sign_in.code_required' })
    expect(first.body.access_token).toBeUndefined()
    const mfa = { grant_type: 'mfa_otp', mfa_token: first.body.mfa_token }
    expect(await grant({ ...mfa, otp: '000000' })).toMatchObject({
      status: errorKinds[errors['second_factor.code_wrong'].kind],
      body: { error: 'invalid_grant', code: 'second_factor.code_wrong', field: 'otp' },
    })
    const otp = nextCode(secret)
    const second = (await grant({ ...mfa, otp })) as Reply<Tokens>
    expect(second.status).toBe(200)
    expect((await server.call(whoami, {}, { token: second.body.access_token })).status).toBe(200)
    expect((await grant({ ...mfa, otp: nextCode(secret) })).status).toBe(401)
    expect((await grant({ grant_type: 'mfa_otp', mfa_token: 'nonsense', otp })).body).toMatchObject({
      error: 'invalid_grant',
    })
    expect((await byPassword('cleo', { password: 'wrong', otp: nextCode(secret) })).status).toBe(401)
  })

  test('a ticket expires after five minutes; a program may send the code with the password', async () => {
    const { secret } = await secured('dora')
    const { mfa_token } = (await byPassword('dora')).body
    server.clock.forward(5 * 60_000 + 1000)
    expect((await grant({ grant_type: 'mfa_otp', mfa_token, otp: nextCode(secret) })).status).toBe(401)
    expect((await byPassword('dora', { otp: nextCode(secret) })).status).toBe(200)
  })

  // Proves A7
  test('a code is valid one step around now, and once; not for two simultaneous requests', async () => {
    const { secret } = await secured('edda')
    server.clock.forward(10 * step)
    server.clock.forwardToNext(step)
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [-1, 400],
      [0, 200],
      [1, 200],
      [0, 400],
      [1, 400],
    ] as const)
      expect((await byPassword('edda', { otp: codeAt(secret, steps) })).status, `${steps}`).toBe(status)
    server.clock.forward(10 * step)
    const otp = codeAt(secret)
    const both = await Promise.all([byPassword('edda', { otp }), byPassword('edda', { otp })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  // Proves A7, L116
  test('five wrong codes lock, even with the correct password; a recovery code works once', async () => {
    const { secret, codes } = await secured('fay')
    expect((await byPassword('fay', { otp: codes[0]!.toLowerCase() })).status).toBe(200)
    expect((await byPassword('fay', { otp: codes[0] })).status).toBe(400)
    for (let n = 0; n < 4; n++) expect((await byPassword('fay', { otp: '000000' })).status).toBe(400)
    expect((await byPassword('fay', { otp: nextCode(secret) })).status).toBe(429)
    // a recovery code does not bypass the lock
    expect((await byPassword('fay', { otp: codes[1] })).status).toBe(429)
    server.clock.forward(61_000)
    expect((await byPassword('fay', { otp: nextCode(secret) })).status).toBe(200)
  })

  // Proves A6, A7, L116
  test('wrong codes of a stranger lock neither a known address nor a session', async () => {
    const person = await secured('frida')
    server.from = '198.51.100.20'
    expect((await byPassword('frida', { otp: nextCode(person.secret) })).status).toBe(200)
    server.from = null
    for (let n = 0; n < 5; n++) expect((await byPassword('frida', { otp: '000000' })).status).toBe(400)
    server.clock.forward(61_000)
    expect((await byPassword('frida', { otp: '000000' })).status).toBe(400)
    // all unknown addresses share the count: six digits are too few for one each
    expect((await byPassword('frida', { otp: nextCode(person.secret) })).status).toBe(429)
    await server.request(sessionProve, { password, otp: nextCode(person.secret) }, person)
    server.from = '198.51.100.20'
    expect((await byPassword('frida', { otp: nextCode(person.secret) })).status).toBe(200)
    server.from = null
  })
})

const remove = (secret: string, code: string) => ({ password: secret, code })

test('proving the sign-in again needs the code too, and removing it needs password and code', async () => {
  const person = await secured('gina')
  expect(await server.requestError(sessionProve, { password }, person)).toMatchObject({
    status: 400,
    code: 'second_factor.code_required',
    field: 'otp',
  })
  await server.request(sessionProve, { password, otp: nextCode(person.secret) }, person)
  expect(
    (await server.requestError(totpRemove, remove('wrong', nextCode(person.secret)), person)).field,
  ).toBe('password')
  expect((await server.requestError(totpRemove, remove(password, '000000'), person)).field).toBe('code')
  await server.request(totpRemove, remove(password, nextCode(person.secret)), person)
  expect(await server.changesOf(person.id)).toEqual(['totp confirm by gina', 'totp remove by gina'])
  expect((await byPassword('gina')).status).toBe(200)
})

test('an administrator removes a lost second factor; every session ends', async () => {
  const person = await secured('hana')
  expect((await server.request(adminUserGet, { id: person.id }, admin)).totp).toBe(true)
  const boss = await server.signIn('admin')
  expect((await server.request(adminUserTotpRemove, { id: person.id }, boss)).totp).toBe(false)
  expect((await server.changesOf(person.id)).at(-1)).toBe('totp remove by admin')
  await expect.poll(async () => (await server.call(whoami, {}, person)).status).toBe(401)
  expect((await byPassword('hana')).status).toBe(200)
  expect((await server.requestError(adminUserTotpRemove, { id: person.id }, boss)).status).toBe(400)
})

describe('REQUIRE_TOTP', () => {
  test('off: administrators get a recommendation', async () => {
    expect((await server.request(whoami, {}, await server.signIn('admin'))).totp).toBe('recommended')
    expect((await server.request(whoami, {}, await server.user('ilse'))).totp).toBe('off')
  })

  // Proves A7
  test('admin: their sessions may only set it up until they have', async () => {
    const strict = await TestServer.open({ REQUIRE_TOTP: 'admin', DATA_DIR: dataDir })
    try {
      const reply = await byPassword('admin', {}, strict)
      expect(reply.body).toMatchObject({ action_required: 'enrol_totp' })
      const who = { token: reply.body.access_token }
      for (const row of [whoami, stationList])
        expect(await strict.requestError(row, {}, who)).toMatchObject({
          status: 403,
          code: 'sign_in.second_factor_required',
        })
      expect(await strict.request(totpGet, {}, who)).toMatchObject({ enabled: false, required: true })
      const { secret } = await strict.request(totpBegin, {}, who)
      await strict.request(totpConfirm, { code: codeAt(secret, 0, strict) }, who)
      expect((await strict.request(whoami, {}, who)).totp).toBe('on')
      const removal = remove(password, nextCode(secret, strict))
      expect((await strict.requestError(totpRemove, removal, who)).status).toBe(400)
      const again = await byPassword('admin', { otp: nextCode(secret, strict) }, strict)
      expect(again.body.action_required).toBeUndefined()
      expect((await strict.request(whoami, {}, await strict.user('operator'))).totp).toBe('off')
    } finally {
      await strict.close()
    }
  })
})
