import {
  passwordRecovery,
  passwordReset,
  token,
  totpBegin,
  totpConfirm,
  userIdentityDelete,
  userIdentityList,
  userPassword,
  whoami,
} from '@stationmaster/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, type TestOpenIdProvider } from './test-openid-provider.ts'
import { OpenIdFlows, valuesOf, isDone, variablesFor } from './openid-flows.ts'
import { PageWalker } from './page-walker.ts'
import { password, TestServer } from './test-server.ts'

let flows: OpenIdFlows
let provider: TestOpenIdProvider
let server: TestServer

beforeAll(async () => {
  flows = await OpenIdFlows.open()
  ;({ provider, server } = flows)
})
afterAll(() => flows.close())

const rowOf = (username: string) =>
  server.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
/** Adds a user with the same email as at the provider, confirmed at both. */
const confirmed = async (username: string, more: Record<string, unknown> = {}) => {
  const user = await server.addUser(username, { email: `${username}@example.org` })
  const values = { email_confirmed_at: new Date(), ...more }
  await server.db.updateTable('users').set(values).where('id', '=', user.id).execute()
  return user
}
/** Sets up two-factor authentication and signs out again; returns the secret. */
const enrol = async (username: string) => {
  const user = await server.signIn(username)
  const { secret } = await server.request(totpBegin, {}, user)
  const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  await server.request(totpConfirm, { code }, user)
  await server.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  return secret
}

describe('signing in with an account of a provider', () => {
  // Proves S1.10
  test('adds a driver at the first sign-in, and finds the same user at the next one', async () => {
    flows.known('Nora Nowak', { given_name: 'Nora', family_name: 'Nowak', locale: 'de-AT' })
    provider.people.set('Nora Nowak', { ...provider.people.get('Nora Nowak')!, email: 'nora@example.org' })
    const { url, values, walker } = await flows.signIn('Nora Nowak')
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${server.url}/`)
    expect(Object.keys(values)).toEqual(['access_token', 'refresh_token', 'expires_in', 'session'])
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me).toMatchObject({
      profile: { username: 'nora' },
      name: { first: 'Nora', last: 'Nowak' },
      interface: { code: 'driver' },
      email: 'nora@example.org',
      locale: { code: 'de' },
      session: values['session'],
    })
    expect(await server.changesOf(me.userid)).toEqual(['sign up by sign-in with Example ID'])
    const row = await rowOf('nora')
    expect(row).toMatchObject({ state: 'active', password_hash: null, email_confirmed_at: expect.any(Date) })
    expect(await flows.linksOf('Nora Nowak')).toMatchObject([
      { issuer: provider.issuer, subject: 'Nora Nowak' },
    ])
    const session = await server.db
      .selectFrom('sessions')
      .select(['host', 'agent', 'user_id'])
      .where('code', '=', values['session']!)
      .executeTakeFirst()
    expect(session).toEqual({ host: walker.address, agent: 'node', user_id: row!.id })

    // found by the subject, even if the email has changed
    provider.people.set('Nora Nowak', { email: 'other@example.org', email_verified: false })
    const again = await flows.signIn('Nora Nowak')
    const sameUser = await server.request(whoami, {}, { token: again.values['access_token']! })
    expect(sameUser).toMatchObject({ userid: me.userid, email: 'nora@example.org' })
    // tokens work like those of any login session
    const refresh = { grant_type: 'refresh_token', refresh_token: again.values['refresh_token'] }
    expect((await server.post(token.path, refresh)).status).toBe(200)
    // the cookie is short-lived, not accessible to scripts, and removed when the sign-in is done
    expect(walker.setCookies.filter((line) => line.startsWith('stationmaster'))).toEqual([
      expect.stringMatching(
        /^stationmaster-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringContaining('stationmaster-sign-in=; Max-Age=0'),
    ])
  })

  // Proves A20, S7.11
  test('requests openid, profile and email with state, nonce and PKCE, and stores hashes only', async () => {
    const walker = new PageWalker()
    const start = `${server.url}/oauth2/authorize?provider=oidc&locale=fr`
    const address = await walker.go(start, (url) => url.origin === provider.issuer)
    const query = Object.fromEntries(address.searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      client_id: client.id,
      redirect_uri: `${server.url}/oauth2/code/oidc`,
      code_challenge_method: 'S256',
      ui_locales: 'fr',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
    const { rows } = await server.fresh.pool.query<{ text: string }>(
      'select t::text as text from openid_attempts t',
    )
    const secrets = [query['state']!, query['nonce']!, /=([\w-]{43});/.exec(walker.setCookies[0]!)![1]!]
    for (const secret of secrets) expect(rows.map(({ text }) => text).join()).not.toContain(secret)
  })

  // Proves A20
  test('returns to the requested page, and to no other host', async () => {
    flows.known('tilda')
    const there = await flows.signIn('tilda', { query: `&to=${encodeURIComponent('/crm/cards?q=a b#x')}` })
    expect(there.url.pathname + there.url.search).toBe('/crm/cards?q=a%20b')
    expect(there.values).toHaveProperty('access_token')
    for (const to of ['//evil.example/x', '/\\evil.example', '/.//evil.example', 'https://evil.example/']) {
      const { url } = await flows.signIn('tilda', { query: `&to=${encodeURIComponent(to)}` })
      expect(url.href, to).toMatch(`${server.url}/#access_token`)
    }
  })

  test('finds the user whose email both sides have confirmed', async () => {
    const person = await confirmed('olaf')
    flows.known('olaf-there', { email: 'OLAF@example.org' })
    const { values } = await flows.signIn('olaf-there')
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me.userid).toBe(person.id)
    // the password still works
    expect((await server.signIn('olaf')).id).toBe(person.id)
    expect(await flows.linksOf('olaf-there')).toMatchObject([{ user_id: person.id }])
  })

  // Proves A20
  test('does not take over a user who has not confirmed the email here', async () => {
    await server.addUser('petra', { email: 'petra@example.org' })
    const { url, values } = await flows.signIn(flows.known('petra'))
    expect(url.pathname).toBe('/signin')
    expect(values).toEqual({
      error: 'access_denied',
      error_description:
        'This email address is not confirmed here. Set a new password by email, then try again.',
      error_code: 'openid.email_unconfirmed',
    })
    // the page shows at most 100 characters
    expect(values['error_description']!.length).toBeLessThanOrEqual(100)
    expect(await flows.linksOf('petra')).toEqual([])
    expect(await rowOf('petra')).toMatchObject({ email_confirmed_at: null })
  })

  test('replaces an unconfirmed sign-up with the same address, including its password', async () => {
    const person = await server.addUser('squatter', { email: 'quinn@example.org' })
    const waiting = { state: 'open', awaits_confirmation: true } as const
    await server.db.updateTable('users').set(waiting).where('id', '=', person.id).execute()
    const { values } = await flows.signIn(flows.known('quinn'))
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me.profile.username).toBe('quinn')
    expect(await rowOf('squatter')).toBeUndefined()
    const squat = { grant_type: 'password', username: 'quinn@example.org', password }
    expect((await server.post(token.path, squat)).status).toBe(401)
  })

  // Proves A20
  test('an email that the provider has not verified gives no access', async () => {
    await confirmed('rosa')
    const cases: Record<string, string | boolean>[] = [
      { email_verified: false },
      { email_verified: 'maybe' },
      { email: '' },
    ]
    for (const more of cases) {
      const { values } = await flows.signIn(flows.known('rosa', more))
      expect(values['error_code']).toBe('openid.email_unverified')
    }
    expect(await flows.linksOf('rosa')).toEqual([])
  })

  test('adds a number to a login that is taken; two simultaneous sign-ins create one user', async () => {
    await server.addUser('sven')
    const { values } = await flows.signIn(flows.known('sven'))
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me.profile.username).toMatch(/^sven-\d{4}$/)
    flows.known('twin')
    const both = await Promise.all([flows.signInAtProvider('twin'), flows.signInAtProvider('twin')])
    const ends = await Promise.all(both.map(({ walker, back }) => walker.go(back.href, isDone)))
    const users = await Promise.all(
      ends.map((end) => server.request(whoami, {}, { token: valuesOf(end)['access_token']! })),
    )
    expect(users[0]!.userid).toBe(users[1]!.userid)
  })
})

describe('restrictions of users apply', () => {
  test.each(['locked', 'expired'] as const)(
    'a user who is %s is refused, whether linked or found by email',
    async (state) => {
      const linked = flows.known(`linked-${state}`)
      expect((await flows.signIn(linked)).values).toHaveProperty('access_token')
      await server.db.updateTable('users').set({ state }).where('username', '=', linked).execute()
      await confirmed(`found-${state}`, { state })
      for (const login of [linked, flows.known(`found-${state}`)]) {
        const { url, values } = await flows.signIn(login)
        expect(url.pathname).toBe('/signin')
        expect(values).toEqual({
          error: 'access_denied',
          error_description: expect.any(String),
          error_code: 'sign_in.user_locked',
        })
      }
    },
  )

  test('a deleted user who signs in again becomes a new user', async () => {
    const login = flows.known('undine')
    await flows.signIn(login)
    const { id } = (await rowOf('undine'))!
    await server.db.updateTable('users').set({ state: 'deleted' }).where('id', '=', id).execute()
    const { values } = await flows.signIn(login)
    const me = await server.request(whoami, {}, { token: values['access_token']! })
    expect(me.userid).not.toBe(id)
  })

  // Proves A20
  test('a user whose network is denied receives the reason', async () => {
    const person = await confirmed('viktor')
    const network = { user_id: person.id, kind: 'deny', network: '10.1.0.0/16' } as const
    await server.db.insertInto('user_networks').values(network).execute()
    const { values, walker } = await flows.signIn(flows.known('viktor'))
    expect(values).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      error_code: 'access.address_refused',
      address: walker.address,
    })
  })

  // Proves A20
  test('a user with two-factor authentication enters the code, with the ticket in the fragment', async () => {
    const { id } = await confirmed('wanda')
    const codes = new TOTP({ secret: await enrol('wanda') })
    const { url, values } = await flows.signIn(flows.known('wanda'))
    expect(url.pathname).toBe('/signin')
    expect(values).toEqual({
      error: 'mfa_required',
      error_description: 'Enter the code of your authenticator app.',
      mfa_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    const second = { grant_type: 'mfa_otp', mfa_token: values['mfa_token'] }
    expect((await server.post(token.path, { ...second, otp: '000000' })).status).toBe(400)
    expect(await server.db.selectFrom('sessions').where('user_id', '=', id).select('code').execute()).toEqual(
      [],
    )
    // a code is accepted once: use that of the next step
    const otp = codes.generate({ timestamp: server.clock.now().getTime() + 30_000 })
    expect((await server.post(token.path, { ...second, otp })).status).toBe(200)
  })

  test('a user who must change the password is refused until it is changed', async () => {
    await confirmed('xenia', { must_change_password: true })
    const { values } = await flows.signIn(flows.known('xenia'))
    expect(values).toMatchObject({ action_required: 'change_password' })
    const refusal = await server.requestError(whoami, {}, { token: values['access_token']! })
    expect(refusal).toMatchObject({ status: 403, code: 'sign_in.password_change_required' })
    const change = { oldpass: password, newpass: 'another good passphrase' }
    await server.request(userPassword, change, { token: values['access_token']! })
  })

  test('no user is added if sign-up is off; a new operator gets a separate account', async () => {
    for (const signUp of ['off', 'operator']) {
      const other = await TestServer.open({ ...variablesFor(provider), SIGN_UP: signUp })
      try {
        await flows.serve({}, [other])
        const { values } = await flows.signIn(flows.known('yves'), { of: other })
        if (signUp === 'off') expect(values['error_code']).toBe('sign_up.off')
        else {
          const me = await other.request(whoami, {}, { token: values['access_token']! })
          expect(me).toMatchObject({ interface: { code: 'user' }, account: { name: 'yves' } })
        }
      } finally {
        await other.close()
      }
    }
  })
})

describe('linked identities', () => {
  // Proves A20
  test('linking an existing user is reported by mail in the user’s language; a new user receives none', async () => {
    await confirmed('lena', { locale: 'de' })
    flows.known('lena')
    await flows.signIn('lena')
    flows.known('newcomer')
    await flows.signIn('newcomer')
    const mails = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'sign-in-linked')
      .execute()
    const notifications = mails.filter(({ recipient }) => /^(lena|newcomer)@/.test(recipient))
    expect(notifications).toMatchObject([{ recipient: 'lena@example.org', locale: 'de' }])
    expect(notifications[0]!.subject).toBe('Neue Anmeldemöglichkeit für Ihr Konto')
    // the next sign-in is not a new one
    await flows.signIn('lena')
    const after = await server.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', 'lena@example.org')
      .execute()
    expect(after).toHaveLength(1)
    const trail = await server.db.selectFrom('audit_log').selectAll().where('label', '=', 'lena').execute()
    expect(trail).toMatchObject([{ action: 'link', class_code: 'user' }])
  })

  // Proves A20
  test('are listed and removed; the last way to sign in stays, those of other users cannot be removed', async () => {
    flows.known('solo')
    const { values } = await flows.signIn('solo')
    const solo = { token: values['access_token']! }
    const [link] = await server.request(userIdentityList, {}, solo)
    expect(link).toMatchObject({ provider: 'oidc', name: 'Example ID' })
    expect(await server.request(whoami, {}, solo)).toMatchObject({ password: false })
    const last = await server.requestError(userIdentityDelete, { id: link!.id }, solo)
    expect([last.status, last.code]).toEqual([400, 'openid.last_sign_in'])
    const other = await server.signIn('lena')
    expect(await server.requestError(userIdentityDelete, { id: link!.id }, other)).toMatchObject({
      status: 404,
    })
    // a link to a provider that is no longer configured does not count as a way to sign in
    const row = { issuer: 'https://gone.example.org', subject: 'solo', last_used_at: new Date(0) }
    const { id: user_id } = (await rowOf('solo'))!
    await server.db
      .insertInto('user_identities')
      .values({ ...row, user_id, created_at: new Date() })
      .execute()
    expect((await server.request(userIdentityList, {}, solo))[1]).toMatchObject({
      provider: null,
      name: 'gone.example.org',
    })
    expect((await server.requestError(userIdentityDelete, { id: link!.id }, solo)).status).toBe(400)
    // with a password, the link is no longer the only way to sign in
    const { password_hash } = (await rowOf('lena'))!
    await server.db.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
    expect(await server.request(userIdentityDelete, { id: link!.id }, solo)).toEqual({ result: true })
    expect(await flows.linksOf('solo')).toMatchObject([{ issuer: 'https://gone.example.org' }])
  })

  // Proves A20
  test('a user without a password sets one by mail, and proves the identity at the provider', async () => {
    flows.known('paula')
    const { values } = await flows.signIn('paula')
    const paula = { token: values['access_token']! }
    await server.request(passwordRecovery, { identifier: 'paula@example.org' }, paula)
    const mail = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', 'paula@example.org')
      .where('kind', '=', 'recover-password')
      .executeTakeFirstOrThrow()
    const [ticket, securityanswer] = mail.link!.split('/').slice(-2) as [string, string]
    await server.db
      .updateTable('sessions')
      .set({ proven_at: new Date(Date.now() - 3_600_000) })
      .where('code', '=', values['session']!)
      .execute()
    // the server caches the time of the last verification for some seconds
    server.clock.forward(6_000)
    const stale = await server.requestError(totpBegin, {}, paula)
    expect([stale.status, stale.code]).toEqual([403, 'sign_in.fresh_required'])
    let prompt = ''
    const again = await flows.signIn('paula', {
      query: '&fresh=1',
      change: (address) => {
        prompt = address.searchParams.get('prompt') ?? ''
      },
    })
    expect(prompt).toBe('login')
    expect((await server.call(totpBegin, {}, { token: again.values['access_token']! })).status).toBe(200)
    const reset = { ticket, securityanswer, password: 'a quiet harbour 7' }
    expect(await server.request(passwordReset, reset, await machine())).toMatchObject({ result: true })
    const body = { grant_type: 'password', username: 'paula', password: 'a quiet harbour 7' }
    expect((await server.post(token.path, body)).status).toBe(200)
  })
})

const machine = async () => {
  const { body } = await server.post(token.path, { grant_type: 'client_credentials' })
  return { token: (body as { access_token: string }).access_token }
}

test('the page configuration names the configured providers', async () => {
  expect((await server.fetch('/page-config.json')).body).toMatchObject({
    google: false,
    openid: 'Example ID',
  })
})

test('over https the cookie is bound to the host, and the redirect address is the configured one', async () => {
  const origin = 'https://charging.example.org'
  const secure = await TestServer.open({ ...variablesFor(provider), PUBLIC_URL: `${origin}/` })
  try {
    const walker = new PageWalker()
    const start = `${secure.url}/oauth2/authorize?provider=oidc`
    const address = await walker.go(start, (url) => url.origin === provider.issuer)
    expect(address.searchParams.get('redirect_uri')).toBe(`${origin}/oauth2/code/oidc`)
    expect(walker.setCookies).toEqual([
      expect.stringMatching(
        /^__Host-stationmaster-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  } finally {
    await secure.close()
  }
})
