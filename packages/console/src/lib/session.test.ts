import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ready } from '../../test/render.tsx'
import { applyPageConfig } from './page-config.ts'
import {
  checkSession,
  chooseLanguage,
  session,
  sessionSettled,
  signIn,
  signOut,
  startSession,
} from './session.ts'
import { keepToken, readToken } from './token.ts'

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const answers: Record<string, () => Response> = {}
const say = (path: string, body: unknown, status = 200): void => {
  answers[path] = () => new Response(JSON.stringify(body), { status })
}
const user = { userid: 'u-1', locale: { code: 'en' }, admin: false }
const paths = (): string[] => asked.mock.calls.map(([address]) => address)
const withToken = (): void => {
  keepToken({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, session: 's', refresh_token: 'r' })
}

beforeEach(async () => {
  localStorage.clear()
  applyPageConfig({ debug: false })
  vi.stubGlobal('fetch', asked)
  asked.mockImplementation((address) =>
    Promise.resolve(answers[address]?.() ?? new Response('', { status: 404 })),
  )
  say('/api/v1/whoami', user)
  say('/api/v1/sign/out', { result: true })
  say('/api/v1/session/set/locale', { result: true })
  await ready()
})
afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
})

describe('the session', () => {
  it('is nobody without a token, and asks nothing', async () => {
    await checkSession()
    expect(session()).toEqual({ phase: 'error', message: null, unreachable: false })
    expect(asked).not.toHaveBeenCalled()
  })

  it('goes straight to error when authorization is off', async () => {
    withToken()
    applyPageConfig({ authorize: false })
    await checkSession()
    expect(session().phase).toBe('error')
    expect(asked).not.toHaveBeenCalled()
  })

  it('is pending while it is checked, then authorized', async () => {
    withToken()
    const checking = checkSession()
    expect(session().phase).toBe('pending')
    await checking
    expect(session()).toMatchObject({ phase: 'authorized', user })
    expect(localStorage.getItem('stationmaster.user_id')).toBe('u-1')
    expect((await sessionSettled()).phase).toBe('authorized')
  })

  it('keeps the token when the server cannot be asked, and drops it when the server says no', async () => {
    withToken()
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await checkSession()
    expect(session()).toMatchObject({ phase: 'error', unreachable: true, message: 'Failed to fetch' })
    expect(readToken()).not.toBeNull()
    say('/api/v1/whoami', { error: { code: 'forbidden', message: 'Locked' } }, 403)
    await checkSession()
    expect(session()).toMatchObject({ phase: 'error', unreachable: false })
    expect(readToken()).toBeNull()
  })

  it('signs in with the password grant', async () => {
    say('/oauth2/token', { access_token: 'n', token_type: 'Bearer', expires_in: 3600, session: 's' })
    await signIn('mara', 'secret')
    expect(paths()).toEqual(['/oauth2/token', '/api/v1/whoami'])
    expect(session().phase).toBe('authorized')
  })

  it('tells why a sign-in was refused', async () => {
    say('/oauth2/token', { error: 'invalid_grant', error_description: 'Wrong login or password' }, 400)
    await expect(signIn('mara', 'wrong')).rejects.toThrow('Wrong login or password')
    expect(readToken()).toBeNull()
  })

  it('signs out here at once and tells the server', async () => {
    withToken()
    await checkSession()
    signOut()
    expect(session()).toMatchObject({ phase: 'error', message: null })
    expect(readToken()).toBeNull()
    await vi.waitFor(() => expect(paths()).toContain('/api/v1/sign/out'))
    const [, init] = asked.mock.calls.at(-1) ?? []
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a')
  })

  it('follows another tab that signs out or in', async () => {
    withToken()
    const stop = startSession()
    await sessionSettled()
    const kept = localStorage.getItem('stationmaster.login_token')
    localStorage.removeItem('stationmaster.login_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.login_token' }))
    expect(session().phase).toBe('error')
    localStorage.setItem('stationmaster.login_token', kept ?? '')
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.login_token' }))
    await vi.waitFor(() => expect(session().phase).toBe('authorized'))
    stop()
  })

  it('shows the error that a sign-in redirect brought back', async () => {
    window.__stationmaster = {
      fragment: { error: 'access_denied', error_description: 'Cancelled' },
      config: null,
    }
    const stop = startSession()
    expect(await sessionSettled()).toMatchObject({ phase: 'error', message: 'Cancelled' })
    stop()
  })

  it('remembers a chosen language here, and there while the operator area is on', async () => {
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
