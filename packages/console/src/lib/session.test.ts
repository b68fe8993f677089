import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ready } from '../../test/render.tsx'
import { applyPageConfig } from './page-config.ts'
import { onRefusal } from './refusal.ts'
import { saveOffline } from './saved-offline.ts'
import { checkSession, chooseLanguage, session, sessionSettled, signOut, startSession } from './session.ts'
import { signIn } from './sign-in.ts'
import { storeToken, readToken } from './token.ts'

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const answers: Record<string, () => Response> = {}
const respond = (path: string, body: unknown, status = 200): void => {
  answers[path] = () => new Response(JSON.stringify(body), { status })
}
const user = { userid: 'u-1', locale: { code: 'en' }, admin: false }
const paths = (): string[] => asked.mock.calls.map(([address]) => address)
const withToken = (): void => {
  storeToken({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, session: 's', refresh_token: 'r' })
}

/** Gives the browser a notice and a subscription; returns the functions that end them. */
const withNotices = () => {
  const [close, unsubscribe] = [vi.fn(), vi.fn(() => Promise.resolve(true))]
  const registration = {
    getNotifications: () => Promise.resolve([{ close }]),
    pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
  }
  vi.stubGlobal('navigator', {
    ...navigator,
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  })
  return { close, unsubscribe }
}

beforeEach(async () => {
  localStorage.clear()
  applyPageConfig({ debug: false })
  vi.stubGlobal('fetch', asked)
  asked.mockImplementation((address) =>
    Promise.resolve(answers[address]?.() ?? new Response('', { status: 404 })),
  )
  respond('/api/v1/whoami', user)
  respond('/api/v1/sign/out', { result: true })
  respond('/api/v1/session/set/locale', { result: true })
  await ready()
})
afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
})

describe('the session', () => {
  // Proves S7.2
  it('is empty without a token, and sends nothing', async () => {
    await checkSession()
    expect(session()).toEqual({ phase: 'error', message: null, unreachable: false })
    expect(asked).not.toHaveBeenCalled()
  })

  // Proves S4.4
  it('goes straight to error when authorization is off', async () => {
    withToken()
    applyPageConfig({ authorize: false })
    await checkSession()
    expect(session()).toEqual({ phase: 'error', message: null, unreachable: false, user })
    expect(new Headers(asked.mock.calls[0]?.[1].headers).get('authorization')).toBeNull()
  })

  it('uses the response that was requested while the page was loading, once', async () => {
    withToken()
    const early = { ...user, userid: 'u-early' }
    const response = Promise.resolve(new Response(JSON.stringify(early)))
    window.__stationmaster = { fragment: null, config: null, user: response }
    await checkSession()
    expect(session()).toEqual({ phase: 'authorized', user: early })
    expect(asked).not.toHaveBeenCalled()
    await checkSession()
    expect(session()).toEqual({ phase: 'authorized', user })
  })

  it('explains why the server refuses this client without authorization', async () => {
    applyPageConfig({ authorize: false })
    const error = { code: 'access.local_only', message: 'not from this address' }
    respond('/api/v1/whoami', { error }, 403)
    await checkSession()
    expect(session()).toEqual({ phase: 'error', message: error.message, unreachable: false })
  })

  // Proves S2.7, S4.4
  it('is pending during the check, then authorized', async () => {
    withToken()
    const checking = checkSession()
    expect(session().phase).toBe('pending')
    await checking
    expect(session()).toMatchObject({ phase: 'authorized', user })
    expect(localStorage.getItem('stationmaster.user_id')).toBe('u-1')
    expect((await sessionSettled()).phase).toBe('authorized')
  })

  it('keeps the token when the server cannot be reached, and drops it when the server refuses it', async () => {
    withToken()
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await checkSession()
    expect(session()).toMatchObject({ phase: 'error', unreachable: true, message: 'Failed to fetch' })
    expect(readToken()).not.toBeNull()
    respond('/api/v1/whoami', { error: { code: 'forbidden', message: 'Locked' } }, 403)
    await checkSession()
    expect(session()).toMatchObject({ phase: 'error', unreachable: false })
    expect(readToken()).toBeNull()
  })

  // Proves S1.9
  it('signs in with the password grant', async () => {
    respond('/oauth2/token', { access_token: 'n', token_type: 'Bearer', expires_in: 3600, session: 's' })
    await signIn('mara', 'secret')
    expect(paths()).toEqual(['/oauth2/token', '/api/v1/whoami'])
    expect(session().phase).toBe('authorized')
  })

  // Proves S4.5
  it('explains why a sign-in was refused', async () => {
    respond('/oauth2/token', { error: 'invalid_grant', error_description: 'Wrong login or password' }, 400)
    await expect(signIn('mara', 'wrong')).rejects.toThrow('Wrong login or password')
    expect(readToken()).toBeNull()
  })

  // Proves S4.4, S7.5
  it('signs out here immediately and on the server', async () => {
    withToken()
    await checkSession()
    signOut()
    expect(session()).toMatchObject({ phase: 'error', message: null })
    expect(readToken()).toBeNull()
    await expect.poll(paths).toContain('/api/v1/sign/out')
    const [, init] = asked.mock.calls.at(-1) ?? []
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a')
  })

  it('ends the notices on this device when another user signs in after a session that ended by itself', async () => {
    withToken()
    await checkSession()
    const { close, unsubscribe } = withNotices()
    await checkSession()
    expect(unsubscribe).not.toHaveBeenCalled()
    respond('/api/v1/whoami', { ...user, userid: 'u-2' })
    await checkSession()
    await expect.poll(() => unsubscribe.mock.calls).toHaveLength(1)
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('ends the notices on this device when the user signs out, also if the server cannot be reached', async () => {
    withToken()
    await checkSession()
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    const { close, unsubscribe } = withNotices()
    signOut()
    await expect.poll(() => unsubscribe.mock.calls).toHaveLength(1)
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('removes what is shown without a network when the server has ended the login session', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    withToken()
    await checkSession()
    saveOffline('cards', [{ title: 'Blue card', facts: '4821' }], { language: 'en', words: {} })
    respond('/api/v1/whoami', { error: { code: 'session.ended', message: 'ended' } }, 401)
    respond('/oauth2/token', { error: 'invalid_grant' }, 401)
    await checkSession()
    expect(session().phase).toBe('error')
    expect(localStorage.getItem('stationmaster.offline')).toBeNull()
  })

  it('keeps what is shown without a network while the server cannot be reached', async () => {
    withToken()
    await checkSession()
    saveOffline('cards', [{ title: 'Blue card', facts: '4821' }], { language: 'en', words: {} })
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    await checkSession()
    expect(session()).toMatchObject({ phase: 'error', unreachable: true })
    expect(localStorage.getItem('stationmaster.offline')).not.toBeNull()
  })

  it('follows another tab that signs out or in', async () => {
    withToken()
    const stop = startSession()
    await sessionSettled()
    const stored = localStorage.getItem('stationmaster.login_token')
    localStorage.removeItem('stationmaster.login_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.login_token' }))
    expect(session().phase).toBe('error')
    localStorage.setItem('stationmaster.login_token', stored ?? '')
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.login_token' }))
    await expect.poll(() => session().phase).toBe('authorized')
    stop()
  })

  it.each([
    [{ error_code: 'openid.unavailable' }, 'openid.unavailable'],
    [{}, 'openid.canceled'],
    [{ error_code: 'Call the number below' }, 'openid.canceled'],
    [{ error_code: 'access.address_refused', address: '2001:db8::7' }, 'access.address_refused 2001:db8::7'],
    [{ error_code: 'access.address_refused', address: '<b>here</b>' }, 'access.address_refused'],
  ])('keeps the error of a sign-in redirect, but no text of the address: %#', async (problem, shown) => {
    onRefusal(({ code, message, params }) =>
      Promise.resolve([code, message, params?.['address']].filter(Boolean).join(' ')),
    )
    sessionStorage.setItem('stationmaster.redirect_state', 'begun-here')
    window.__stationmaster = {
      fragment: {
        error: 'access_denied',
        error_description: 'Call the number below',
        state: 'begun-here',
        ...problem,
      },
      config: null,
      user: null,
    }
    const stop = startSession()
    expect(await sessionSettled()).toMatchObject({ phase: 'error', message: shown })
    stop()
    onRefusal(({ message }) => Promise.resolve(message))
  })

  it('asks for the second factor that a redirect requires', async () => {
    sessionStorage.setItem('stationmaster.redirect_state', 'begun-here')
    window.__stationmaster = {
      fragment: { error: 'mfa_required', mfa_token: 'm-1', state: 'begun-here' },
      config: null,
      user: null,
    }
    const stop = startSession()
    expect(await sessionSettled()).toMatchObject({ phase: 'error', mfaToken: 'm-1' })
    stop()
  })

  // Proves A4
  it('ignores tokens from a link on another page, and stays signed in', async () => {
    const theirs = { access_token: 'theirs', refresh_token: 'theirs', expires_in: '60', session: 'theirs' }
    const stored = localStorage.getItem('stationmaster.login_token')
    const fragments: Record<string, string>[] = [
      theirs,
      { ...theirs, state: 'guessed' },
      { mfa_token: 'theirs', error: 'x' },
    ]
    for (const fragment of fragments) {
      window.__stationmaster = { fragment, config: null, user: null }
      const stop = startSession()
      await sessionSettled()
      expect(localStorage.getItem('stationmaster.login_token')).toBe(stored)
      expect(session()).not.toHaveProperty('mfaToken')
      stop()
    }
  })

  // Proves A4
  it('accepts the tokens of a sign-in that this tab started, once', async () => {
    const ours = {
      access_token: 'ours',
      refresh_token: 'r',
      expires_in: '60',
      session: 's',
      state: 'begun-here',
    }
    sessionStorage.setItem('stationmaster.redirect_state', 'begun-here')
    for (const token of ['ours', 'again']) {
      window.__stationmaster = { fragment: { ...ours, access_token: token }, config: null, user: null }
      startSession()()
      expect(localStorage.getItem('stationmaster.login_token')).toContain('"ours"')
    }
  })

  it.each(['sign_in.password_change_required', 'sign_in.second_factor_required'])(
    'that must complete a step first is kept, whenever the server demands it: %s',
    async (code) => {
      respond('/api/v1/whoami', { error: { code, message: 'first' } }, 403)
      respond('/oauth2/token', { access_token: 'n', token_type: 'Bearer', expires_in: 3600, session: 's' })
      await signIn('mara', 'secret')
      expect(session()).toMatchObject({ phase: 'error', must: code })
      expect(readToken()?.access).toBe('n')
      await checkSession()
      expect(session()).toMatchObject({ phase: 'error', must: code })
      respond('/api/v1/whoami', user)
      await checkSession()
      expect(session().phase).toBe('authorized')
      respond('/api/v1/session/set/locale', { error: { code, message: 'first' } }, 403)
      await chooseLanguage('de')
      expect(session()).toMatchObject({ phase: 'error', must: code })
      expect(readToken()).not.toBeNull()
      await chooseLanguage('en')
    },
  )

  it('is checked again when another user has signed in in another tab', async () => {
    respond('/api/v1/whoami', { ...user, session: 's' })
    withToken()
    const stop = startSession()
    await sessionSettled()
    storeToken({ access_token: 'o', token_type: 'Bearer', expires_in: 3600, session: 'other' })
    respond('/api/v1/whoami', { ...user, userid: 'u-2', session: 'other' })
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.login_token' }))
    await expect.poll(session).toMatchObject({ phase: 'authorized', user: { userid: 'u-2' } })
    stop()
  })

  // Proves S7.4
  it('stores a chosen language here, and on the server while the operator area is on', async () => {
    withToken()
    await checkSession()
    await chooseLanguage('de')
    expect(document.documentElement.lang).toBe('de')
    expect(localStorage.getItem('stationmaster.default_language')).toBe('de')
    expect(paths()).toContain('/api/v1/session/set/locale')
    asked.mockClear()
    applyPageConfig({ debug: false, crm: false })
    await chooseLanguage('en')
    expect(paths()).toEqual([])
  })
})

const minutes = (count: number): number => count * 60_000
const tokensAsked = (): number => paths().filter((path) => path === '/oauth2/token').length

describe('the token check', () => {
  const exchanged = { access_token: 'b', token_type: 'Bearer', expires_in: 3600, session: 's' }
  let stop: () => void

  beforeEach(async () => {
    vi.useFakeTimers({ now: Date.parse('2026-03-14T09:00:00.000Z') })
    withToken()
    stop = startSession()
    await vi.advanceTimersByTimeAsync(0)
    expect(session().phase).toBe('authorized')
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  // Proves A2, S9.1
  it('runs every 300 000 ms and exchanges with less than 20 minutes left, in a hidden tab as well', async () => {
    respond('/oauth2/token', exchanged)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(minutes(40))
    expect(tokensAsked()).toBe(0)
    await vi.advanceTimersByTimeAsync(minutes(5) + 1000)
    expect(tokensAsked()).toBe(1)
    expect(readToken()?.access).toBe('b')
    expect(session().phase).toBe('authorized')
  })

  // Proves S4.9
  it('discards the token and signs out when the exchange is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    respond('/oauth2/token', { error: 'invalid_grant', error_description: 'The session has ended.' }, 401)
    await vi.advanceTimersByTimeAsync(minutes(45) + 1000)
    expect(readToken()).toBeNull()
    expect(session()).toEqual({ phase: 'error', message: null, unreachable: false })
  })

  // Proves A2
  it('renews after a night asleep when the tab becomes visible, and waits for a network that comes later', async () => {
    vi.setSystemTime(Date.now() + minutes(9 * 60))
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(session().phase).toBe('authorized')
    expect(readToken()?.access).toBe('a')
    respond('/oauth2/token', { ...exchanged, refresh_token: 'r2' })
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(readToken()).toMatchObject({ access: 'b', refresh: 'r2' })
    expect(session().phase).toBe('authorized')
  })

  it('starts no exchange when the page is left', async () => {
    vi.setSystemTime(Date.now() + minutes(50))
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(tokensAsked()).toBe(0)
  })

  // Proves A2
  it.each([
    ['ahead', 60],
    ['behind', -60],
  ])('does not sign out when the clock jumps an hour %s', async (_, shift) => {
    respond('/oauth2/token', { ...exchanged, refresh_token: 'r2' })
    vi.setSystemTime(Date.now() + minutes(shift))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(minutes(130))
    expect(session().phase).toBe('authorized')
    expect(readToken()?.access).toBe('b')
  })
})
