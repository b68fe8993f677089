import { whoami } from '@stationmaster/contract'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { client, type TestOpenIdProvider } from './test-openid-provider.ts'
import { OpenIdFlows, valuesOf, isDone } from './openid-flows.ts'
import { PageWalker } from './page-walker.ts'
import type { TestServer } from './test-server.ts'

let flows: OpenIdFlows
let provider: TestOpenIdProvider
let server: TestServer

beforeAll(async () => {
  flows = await OpenIdFlows.open()
  ;({ provider, server } = flows)
})
afterAll(() => flows.close())
afterEach(() => {
  provider.forge = null
})

const untrusted = {
  error: 'server_error',
  error_description: expect.any(String),
  error_code: 'openid.response_invalid',
}
const lost = {
  error: 'invalid_request',
  error_description: expect.any(String),
  error_code: 'openid.expired',
}
const fromElsewhere = { headers: { 'x-forwarded-for': '10.2.0.1' } }
const noSession = async (login: string) => expect(await flows.linksOf(login)).toEqual([])

describe('the redirect back is valid once, for one browser, for ten minutes', () => {
  // Proves A20
  test('another state, another browser, another provider and a second use are rejected', async () => {
    const { walker, back } = await flows.signInAtProvider(flows.known('aaron'))
    const forged = new URL(back)
    forged.searchParams.set('state', 'A'.repeat(43))
    const none = new URL(back)
    none.searchParams.delete('state')
    for (const address of [forged, none])
      expect(valuesOf(await walker.go(address.href, isDone))).toEqual(lost)
    await noSession('aaron')
    // the cookie was removed with the first failure: start again
    const second = await flows.signInAtProvider('aaron', { walker })
    expect(valuesOf(await new PageWalker().go(second.back.href, isDone))).toEqual(lost)
    expect(valuesOf(await walker.go(second.back.href, isDone))).toHaveProperty('access_token')
    expect(valuesOf(await walker.go(second.back.href, isDone))).toEqual(lost)
  })

  // Proves A20
  test('a code that was used before is refused with a new state', async () => {
    const first = await flows.signIn(flows.known('berta'))
    const { walker, back } = await flows.signInAtProvider('berta', { walker: first.walker })
    back.searchParams.set('code', first.back.searchParams.get('code')!)
    expect(valuesOf(await walker.go(back.href, isDone))).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      error_code: 'openid.declined',
    })
  })

  test('the code of another user, with that user’s PKCE, is refused', async () => {
    const attacker = await flows.signInAtProvider(flows.known('mallory'))
    const victim = await flows.signInAtProvider(flows.known('cesar'))
    victim.back.searchParams.set('code', attacker.back.searchParams.get('code')!)
    const url = await victim.walker.go(victim.back.href, isDone)
    expect(valuesOf(url)).toMatchObject({ error: 'access_denied' })
    await noSession('mallory')
  })

  // Proves A20, L99
  test('is refused after ten minutes', async () => {
    const { walker, back } = await flows.signInAtProvider(flows.known('dora'))
    server.clock.forward(10 * 60_000 + 1000)
    expect(valuesOf(await walker.go(back.href, isDone))).toEqual(lost)
    await noSession('dora')
  })
})

const resign = async (
  idToken: string,
  claims: Record<string, unknown>,
  key = provider.keys.private,
  kid = 'provider',
) => new SignJWT({ ...decodeJwt(idToken), ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
const unsigned = (idToken: string) =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${idToken.split('.')[1]}.`

describe('responses of the provider are verified', () => {
  const hour = Math.floor(Date.now() / 1000) - 3600

  // Proves A20
  test('an ID token that is forged or meant for others is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const forgeries: [string, (idToken: string) => string | Promise<string>][] = [
      ['signed by another key', (idToken) => resign(idToken, {}, privateKey)],
      ['signed by an unknown key', (idToken) => resign(idToken, {}, privateKey, 'other')],
      ['not signed', unsigned],
      [
        'with the client’s secret',
        async (idToken) => {
          const secret = new TextEncoder().encode(client.secret.padEnd(32, '.'))
          return new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'HS256' }).sign(secret)
        },
      ],
      [
        'changed after signing',
        (idToken) => {
          const [head, , signature] = idToken.split('.')
          const claims = { ...decodeJwt(idToken), sub: 'admin' }
          return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
        },
      ],
      ['for another audience', (idToken) => resign(idToken, { aud: 'another-client' })],
      ['of another issuer', (idToken) => resign(idToken, { iss: 'https://accounts.google.com' })],
      ['with another nonce', (idToken) => resign(idToken, { nonce: 'another' })],
      ['without a nonce', (idToken) => resign(idToken, { nonce: undefined })],
      ['expired', (idToken) => resign(idToken, { iat: hour, exp: hour + 60 })],
      ['no token', () => 'nonsense'],
    ]
    flows.known('eve')
    for (const [what, forge] of forgeries) {
      provider.forge = forge
      expect((await flows.signIn('eve')).values, what).toEqual(untrusted)
    }
    await noSession('eve')
    // the same steps without a change are accepted
    provider.forge = (idToken) => resign(idToken, {})
    expect((await flows.signIn('eve')).values).toHaveProperty('access_token')
  })

  // Proves A20
  test('a nonce or a challenge that was changed on the way to the provider is refused', async () => {
    flows.known('frida')
    const nonce = await flows.signIn('frida', {
      change: (to) => to.searchParams.set('nonce', 'n'.repeat(43)),
    })
    expect(nonce.values).toEqual(untrusted)
    const challenge = await flows.signIn('frida', {
      change: (to) => to.searchParams.set('code_challenge', 'c'.repeat(43)),
    })
    expect(challenge.values).toMatchObject({ error: 'access_denied' })
    await noSession('frida')
  })

  test('claims may be in the ID token too', async () => {
    await flows.serve({ conformIdTokenClaims: false })
    const { values } = await flows.signIn(flows.known('gitta'))
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me.email).toBe('gitta@example.org')
  })
})

describe('failures are shown on the sign-in page', () => {
  test('a cancel, in the words of the provider', async () => {
    const { url, values } = await flows.signIn('nobody', { cancel: true })
    expect(url.pathname).toBe('/signin')
    expect(values).toEqual({
      error: 'access_denied',
      error_description: 'End-User aborted interaction',
      error_code: 'openid.canceled',
    })
  })

  test.each([
    [
      'a long story',
      `error=access_denied&error_description=${'x'.repeat(101)}`,
      'Your request has been canceled.',
    ],
    ['a hundred characters', `error=access_denied&error_description=${'x'.repeat(100)}`, 'x'.repeat(100)],
    ['no words', 'error=access_denied', 'Your request has been canceled.'],
    ['another error', 'error=consent_required', 'Example ID answered: consent_required'],
    ['markup', 'error=access_denied&error_description=%3Cb%3Ehi%0A%3C/b%3E', '<b>hi </b>'],
  ])('%s', async (_what, answer, words) => {
    const { walker, back } = await flows.signInAtProvider(flows.known('hugo'))
    const address = new URL(back)
    address.searchParams.delete('code')
    for (const [name, value] of new URLSearchParams(answer)) address.searchParams.set(name, value)
    const url = await walker.go(address.href, isDone)
    expect(valuesOf(url)['error_description']).toBe(words)
    expect(url.hash).not.toContain('<')
  })

  test('texts that did not come from a sign-in of this browser are not shown', async () => {
    const address = `${server.url}/oauth2/code/oidc?error=x&error_description=Call+this+number&state=y`
    expect(valuesOf(await new PageWalker().go(address, isDone))).toEqual(lost)
  })

  // Proves A20
  test('a provider that does not answer, before and after the redirect', async () => {
    const away = {
      error: 'temporarily_unavailable',
      error_description: expect.any(String),
      error_code: 'openid.unavailable',
    }
    const { walker, back } = await flows.signInAtProvider(flows.known('ida'))
    await provider.close()
    expect(valuesOf(await walker.go(back.href, isDone))).toEqual(away)
    // the cached metadata of a provider expire after an hour
    server.clock.forward(3_600_001)
    const start = `${server.url}/oauth2/authorize?provider=oidc`
    expect(valuesOf(await new PageWalker().go(start, isDone))).toEqual(away)
    await provider.listen()
    expect((await flows.signIn('ida')).values).toHaveProperty('access_token')
  })

  test('a provider that is not configured is not found', async () => {
    for (const path of ['authorize?provider=google', 'authorize', 'code/google?code=a&state=b', 'code/oidcx'])
      expect((await server.fetch(`/oauth2/${path}`, fromElsewhere)).status, path).toBe(404)
  })
})
