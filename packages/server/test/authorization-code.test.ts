import { createHash } from 'node:crypto'
import {
  sessionAuthorize,
  sessionEndOthers,
  signOut,
  stationKey,
  token,
  whoami,
} from '@stationmaster/contract'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  None,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
} from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestUser, TestServer } from './test-server.ts'

const back = 'https://portal.example.org/back?of=portal'
const done = 'https://portal.example.org/done'
let server: TestServer
let olga: TestUser
beforeAll(async () => {
  server = await TestServer.open({
    HOST: '127.0.0.1',
    OAUTH_CLIENTS: `portal=${back},${done},http://127.0.0.1/done other=https://other.example.org/back app=org.example.app:/back`,
  })
  olga = await server.user('olga')
})
afterAll(() => server.close())

const verifier = 'a-verifier-of-at-least-forty-three-letters-0123456789'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const wanted = {
  response_type: 'code',
  client_id: 'portal',
  redirect_uri: back,
  code_challenge_method: 'S256',
  code_challenge: challenge,
}
const shown = {
  grant_type: 'authorization_code',
  client_id: 'portal',
  redirect_uri: back,
  code_verifier: verifier,
}
const codeFor = async (who: TestUser = olga, more: object = {}) =>
  (await server.request(sessionAuthorize, { ...wanted, ...more }, who)).code
const redeem = (code: string, more: object = {}) => server.post(token.path, { ...shown, code, ...more })
const tokenOf = (reply: { body: unknown }) => (reply.body as { access_token: string }).access_token
const isIn = async (bearer: string) => (await server.call(whoami, {}, { token: bearer })).status === 200
const authorize = (query: Record<string, string>) =>
  server.fetch(`/oauth2/authorize?${new URLSearchParams(query).toString()}`, { redirect: 'manual' })

// Proves A19
test('an independent client finds the endpoints, signs in, and renews its session', async () => {
  const client = await discovery(new URL(server.url), 'portal', undefined, None(), {
    algorithm: 'oauth2',
    execute: [allowInsecureRequests],
  })
  const [pkceCodeVerifier, expectedState] = [randomPKCECodeVerifier(), randomState()]
  const address = buildAuthorizationUrl(client, {
    redirect_uri: done,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  // the browser is redirected to the console, which asks on behalf of its signed-in user
  const sent = await server.fetch(address.pathname + address.search, { redirect: 'manual' })
  expect(sent.status).toBe(302)
  const page = new URL(sent.headers.get('location')!, server.url)
  expect([page.origin, page.pathname]).toEqual([server.url, '/authorize'])
  const asked = Object.fromEntries(page.searchParams)
  const { redirect } = await server.request(sessionAuthorize, asked, olga)
  expect(redirect).toContain(`${done}?code=`)
  const answer = await authorizationCodeGrant(client, new URL(redirect), { pkceCodeVerifier, expectedState })
  const person = await server.request(whoami, {}, { token: answer.access_token })
  expect(person.profile.username).toBe('olga')
  expect(person.session).not.toBe(olga.session)
  const renewed = await refreshTokenGrant(client, answer.refresh_token!)
  expect(await isIn(renewed.access_token)).toBe(true)
})

describe('a code', () => {
  // Proves A19
  test('is valid once; using it again ends the session that it issued', async () => {
    const code = await codeFor()
    const given = tokenOf(await redeem(code))
    expect(await isIn(given)).toBe(true)
    const again = await redeem(code)
    expect([again.status, again.body]).toMatchObject([401, { error: 'invalid_grant' }])
    await expect.poll(() => isIn(given)).toBe(false)
    expect(await isIn(olga.token)).toBe(true)
  })

  // Proves A19
  test('of two simultaneous requests one succeeds', async () => {
    const code = await codeFor()
    const replies = await Promise.all([redeem(code), redeem(code), redeem(code)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  // Proves A19
  test.each([
    ['another client', { client_id: 'other' }],
    ['the console', { client_id: 'stationmaster-console' }],
    ['another address of the client', { redirect_uri: 'http://127.0.0.1/done' }],
    ['another verifier', { code_verifier: verifier.replace('a', 'b') }],
    ['the challenge in place of the verifier', { code_verifier: challenge }],
    ['a verifier that is too short', { code_verifier: 'short' }],
  ])('with %s is refused and used up', async (_, more) => {
    const code = await codeFor()
    const wrong = await redeem(code, more)
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'invalid_grant' }])
    expect((await redeem(code)).status).toBe(401)
  })

  test.each(['code', 'client_id', 'redirect_uri', 'code_verifier'])(
    'without %s is refused by name',
    async (name) => {
      const reply = await redeem(await codeFor(), { [name]: undefined })
      const missing = { error: 'invalid_request', code: 'value.required', field: name }
      expect([reply.status, reply.body]).toMatchObject([400, missing])
    },
  )

  test('is appended to the query of the redirect address', async () => {
    const { redirect } = await server.request(sessionAuthorize, { ...wanted, state: 'a b' }, olga)
    expect(redirect).toContain(`${back}&code=`)
    expect(new URL(redirect).searchParams.get('state')).toBe('a b')
  })

  // Proves A19
  test('that is invented, or another kind of secret, is refused', async () => {
    for (const code of ['x'.repeat(43), olga.refresh, olga.token.slice(0, 256)])
      expect((await redeem(code)).status).toBe(401)
    const code = await codeFor()
    const asRefresh = { grant_type: 'refresh_token', refresh_token: code, client_id: 'portal' }
    expect((await server.post(token.path, asRefresh)).status).toBe(401)
    const { rows } = await server.fresh.pool.query<{ text: string }>(
      'select to_jsonb(c)::text as text from authorization_codes c',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { text } of rows) expect(text).not.toContain(code)
  })

  // Proves A19
  test('ends with the session that authorized the client, and after a minute', async () => {
    const guest = await server.signIn('olga')
    const code = await codeFor(guest)
    await server.request(signOut, {}, guest)
    expect((await redeem(code)).status).toBe(401)
    const late = await codeFor()
    server.clock.forward(61_000)
    expect((await redeem(late)).status).toBe(401)
  })

  test('issues a session as fresh as the authorizing one, which ends with the others', async () => {
    const guest = await server.user('nina')
    await server.db
      .updateTable('sessions')
      .set({ proven_at: new Date(Date.now() - 3_600_000) })
      .where('code', '=', guest.session)
      .execute()
    const given = tokenOf(await redeem(await codeFor(guest)))
    const proven = await server.db
      .selectFrom('sessions')
      .select('proven_at')
      .where('client_id', '=', 'portal')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(Date.now() - proven.proven_at.getTime()).toBeGreaterThan(3_000_000)
    await server.request(sessionEndOthers, {}, guest) // of the user who authorized the client
    await expect.poll(() => isIn(given)).toBe(false)
  })
})

describe('the authorization endpoint', () => {
  // Proves A19
  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: '' }],
    ['an address that is not listed', { redirect_uri: 'https://evil.example.org/back' }],
    ['an address of another client', { redirect_uri: 'https://other.example.org/back' }],
    ['an address that begins like a listed one', { redirect_uri: `${back}/../elsewhere` }],
    [
      'a host that ends like a listed one',
      { redirect_uri: 'https://portal.example.org.evil.org/back?of=portal' },
    ],
    ['an empty address', { redirect_uri: '' }],
  ])('redirects nowhere for %s', async (_, more) => {
    const reply = await authorize({ ...wanted, ...more })
    expect([reply.status, reply.body]).toMatchObject([403, { error: 'invalid_client' }])
    expect(reply.headers.get('location')).toBeNull()
    expect(await server.requestError(sessionAuthorize, { ...wanted, ...more }, olga)).toMatchObject({
      status: 403,
    })
  })

  // Proves A19
  test.each([
    ['a token in the fragment', { response_type: 'token' }, 'unsupported_response_type'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a challenge of another length', { code_challenge: 'x'.repeat(44) }, 'invalid_request'],
  ])('reports %s to the client', async (_, more, error) => {
    const reply = await authorize({ ...wanted, state: 'of the client', ...more })
    const { searchParams, host } = new URL(reply.headers.get('location')!)
    expect([reply.status, host]).toEqual([302, 'portal.example.org'])
    expect(Object.fromEntries(searchParams)).toMatchObject({ error, state: 'of the client', iss: server.url })
    expect(await server.requestError(sessionAuthorize, { ...wanted, ...more }, olga)).toMatchObject({
      status: 400,
    })
  })

  test('accepts any port of the loopback address, and the scheme of an app', async () => {
    const local = { ...wanted, redirect_uri: 'http://127.0.0.1:49152/done' }
    expect((await server.request(sessionAuthorize, local, olga)).redirect).toMatch(
      /^http:\/\/127.0.0.1:49152\/done\?code=/,
    )
    const app = { ...wanted, client_id: 'app', redirect_uri: 'org.example.app:/back' }
    expect((await server.request(sessionAuthorize, app, olga)).redirect).toMatch(
      /^org\.example\.app:\/back\?code=/,
    )
    for (const redirect_uri of ['http://127.0.0.1:49152/elsewhere', 'http://localhost:49152/done'])
      expect((await authorize({ ...wanted, redirect_uri })).status).toBe(403)
  })

  test('refuses users who must do something else first', async () => {
    await server.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', olga.id)
      .execute()
    const guest = await server.signIn('olga')
    const no = await server.requestError(sessionAuthorize, wanted, guest)
    expect([no.status, no.code]).toEqual([403, 'sign_in.password_change_required'])
    await server.db
      .updateTable('users')
      .set({ must_change_password: false })
      .where('id', '=', olga.id)
      .execute()
  })
})

// Proves A4
test('a client signs in by its code only: passwords and machine tokens are reserved to the console', async () => {
  for (const grant of ['password', 'mfa_otp', 'client_credentials']) {
    const body = { grant_type: grant, client_id: 'portal', username: 'olga', password }
    const reply = await server.post(token.path, body)
    expect([reply.status, reply.body]).toMatchObject([400, { error: 'unauthorized_client' }])
  }
  const reply = await redeem(await codeFor())
  const { refresh_token } = reply.body as { refresh_token: string }
  const mixed = await server.post(token.path, {
    grant_type: 'refresh_token',
    refresh_token,
    client_id: 'other',
  })
  expect([mixed.status, mixed.body]).toMatchObject([401, { error: 'invalid_grant' }])
  // a fresh sign-in is required of the client's session like of any other
  expect((await server.call(stationKey, { id: olga.id }, { token: tokenOf(reply) })).status).toBe(404)
})
