import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyPageConfig } from './page-config.ts'
import { freshToken, renewRefused } from './renew-token.ts'
import { storeToken, readToken, takeRedirectTokens, tokenGapMs } from './token.ts'

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const answer = (body: unknown, status = 200): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))
const issued = (access: string, refresh?: string) => ({
  access_token: access,
  token_type: 'Bearer' as const,
  expires_in: 3600,
  session: 's-1',
  ...(refresh ? { refresh_token: refresh } : {}),
})
const bodies = (): Record<string, unknown>[] =>
  asked.mock.calls.map(([, init]) => JSON.parse(String(init.body)) as Record<string, unknown>)

beforeEach(() => {
  // Only the clock is faked: the lock between tabs waits in real time.
  vi.useFakeTimers({ now: Date.parse('2026-03-14T09:00:00.000Z'), toFake: ['Date'] })
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  applyPageConfig(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  asked.mockReset()
})

describe('the login token', () => {
  it('is left unchanged while it is valid for longer than the gap', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 39 * 60_000)
    expect((await freshToken(tokenGapMs))?.access).toBe('a')
    expect(asked).not.toHaveBeenCalled()
  })

  // Proves S4.9
  it('is exchanged within 20 minutes of its end, keeping the refresh token', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    asked.mockImplementationOnce(() => answer(issued('b')))
    expect(await freshToken(tokenGapMs)).toMatchObject({ access: 'b', refresh: 'r' })
    expect(bodies()).toEqual([
      {
        client_id: 'stationmaster-console',
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'a',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
    ])
  })

  it('is refreshed once it has expired, because an exchange is no longer possible', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    asked.mockImplementationOnce(() => answer(issued('b', 'r2')))
    expect(await freshToken()).toMatchObject({ access: 'b', refresh: 'r2' })
    expect(bodies()[0]).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'r' })
  })

  // Proves S8.4
  it('is discarded when the server refuses every way to renew it', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    asked.mockImplementation(() => answer({ error: 'invalid_grant', error_description: 'no' }, 400))
    expect(await freshToken(tokenGapMs)).toBeNull()
    expect(readToken()).toBeNull()
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('stays when the server does not respond: an outage does not sign out', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect((await freshToken(tokenGapMs))?.access).toBe('a')
    vi.setSystemTime(Date.now() + 3_600_000)
    asked.mockImplementationOnce(() => answer('<html>', 502))
    await expect(freshToken()).rejects.toThrow(TypeError)
    expect(readToken()?.access).toBe('a')
  })

  it('stays when the server reports too many requests, or a proxy responds without a token', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    const tooOften = { error: 'invalid_grant', error_description: 'too many tries' }
    const busy = { error: 'temporarily_unavailable', code: 'sign_in.server_busy' }
    for (const no of [
      answer(tooOften, 429),
      answer(busy, 503),
      answer({ detail: 'Forbidden' }, 403),
      answer('<html>', 404),
    ]) {
      asked.mockImplementationOnce(() => no)
      expect((await freshToken(tokenGapMs))?.access).toBe('a')
    }
    expect(asked).toHaveBeenCalledTimes(4)
    expect(readToken()?.access).toBe('a')
  })

  it('is renewed within a time limit: a hanging network does not block other tabs for ever', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    asked.mockImplementationOnce((_, init) => {
      expect(init.signal?.aborted).toBe(false)
      return Promise.reject(new DOMException('timed out', 'TimeoutError'))
    })
    expect((await freshToken(tokenGapMs))?.access).toBe('a')
  })

  it('without a refresh token is exchanged although a clock an hour ahead says that it has expired', async () => {
    storeToken(issued('a'))
    vi.setSystemTime(Date.now() + 61 * 60_000)
    asked.mockImplementationOnce(() => answer(issued('b')))
    expect((await freshToken())?.access).toBe('b')
    expect(bodies()[0]).toMatchObject({ subject_token: 'a' })
  })

  it('that the server reports as expired, though a clock an hour behind does not, is refreshed', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await freshToken(tokenGapMs))?.access).toBe('a')
    asked.mockImplementationOnce(() => answer(issued('b', 'r2')))
    expect((await renewRefused('a'))?.access).toBe('b')
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'r' })
  })

  it('is renewed although a tab died with the lock, or took it before the clock was set back', async () => {
    for (const remainingMs of [-1, 3_600_000]) {
      storeToken(issued('a', 'r'))
      localStorage.setItem('stationmaster.token_lease', `${Date.now() + remainingMs} another`)
      asked.mockImplementationOnce(() => answer(issued('b')))
      expect((await renewRefused('a'))?.access).toBe('b')
      expect(localStorage.getItem('stationmaster.token_lease')).toBeNull()
    }
  })

  it('waits for a tab that is renewing it, and takes the result', async () => {
    storeToken(issued('a', 'r'))
    localStorage.setItem('stationmaster.token_lease', `${Date.now() + 8_000} another`)
    const mine = renewRefused('a')
    storeToken(issued('b', 'r2'))
    localStorage.removeItem('stationmaster.token_lease')
    window.dispatchEvent(new StorageEvent('storage', { key: 'stationmaster.token_lease' }))
    expect((await mine)?.access).toBe('b')
    expect(asked).not.toHaveBeenCalled()
  })

  // Proves A2
  it('is renewed by one of several tabs that need it at the same time', async () => {
    storeToken(issued('a', 'r'))
    vi.setSystemTime(Date.now() + 41 * 60_000)
    asked.mockImplementation(() => answer(issued('b')))
    const all = await Promise.all([freshToken(tokenGapMs), freshToken(tokenGapMs), renewRefused('a')])
    expect(all.map((login) => login?.access)).toEqual(['b', 'b', 'b'])
    expect(asked).toHaveBeenCalledOnce()
  })

  // Proves A4, S4.10
  it('is taken from the fragment of a sign-in redirect', () => {
    expect(takeRedirectTokens(null)).toBe(false)
    expect(takeRedirectTokens({ error: 'access_denied' })).toBe(false)
    expect(
      takeRedirectTokens({ access_token: 'x', refresh_token: 'y', expires_in: '60', session: 's' }),
    ).toBe(true)
    expect(readToken()).toEqual({ access: 'x', refresh: 'y', session: 's', expiresAt: Date.now() + 60_000 })
  })

  it.each(['', '{', '{"access":1}', 'null', '[]'])('reads the invalid %j as no token', (stored) => {
    localStorage.setItem('stationmaster.login_token', stored)
    expect(readToken()).toBeNull()
  })
})
