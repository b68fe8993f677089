import { passwordRecovery } from '@stationmaster/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { machineCall, machineToken } from './machine-token.ts'
import { applyPageConfig } from './page-config.ts'

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const json = (body: unknown, status = 200): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))
const start = Date.parse('2026-03-14T09:00:00.000Z')
/** Returns a token with the claims that the console reads. */
const tokenOf = (name: string, { hours = 24, aud = 'console' as unknown } = {}): string =>
  `h.${btoa(JSON.stringify({ name, exp: start / 1000 + hours * 3600, aud })).replace(/=+$/, '')}.s`
const issued = (access: string, refresh?: string) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: 86_400,
  session: 'm',
  ...(refresh ? { refresh_token: refresh } : {}),
})
const refused = { error: 'invalid_grant', error_description: 'no' }
const stored = (name: string): string | null => localStorage.getItem(`stationmaster.machine.${name}`)
const keep = (name: string, value: string): void =>
  localStorage.setItem(`stationmaster.machine.${name}`, value)
const grants = (): unknown[] =>
  asked.mock.calls
    .filter(([address]) => address === '/oauth2/token')
    .map(([, init]) => (JSON.parse(String(init.body)) as { grant_type: string }).grant_type)
const bearer = (place: number): string | null =>
  new Headers(asked.mock.calls[place]?.[1].headers).get('authorization')

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  applyPageConfig({ debug: false, clientId: 'console' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  asked.mockReset()
})

describe('the machine token', () => {
  // Proves S4.11
  it('is requested once if there is none, and stored under the configured names', async () => {
    applyPageConfig({
      clientId: 'console',
      machineTokenName: 'depot',
      machineRefreshTokenName: 'depot_refresh',
    })
    const access = tokenOf('first')
    asked.mockImplementation(() => json(issued(access, 'r')))
    expect(await Promise.all([machineToken(), machineToken()])).toEqual([access, access])
    expect(grants()).toEqual(['client_credentials'])
    expect(stored('depot')).toBe(access)
    expect(stored('depot_refresh')).toBe('r')
  })

  // Proves A5, S4.11
  it('that is stored is used until its exp if its aud is the client', async () => {
    for (const aud of ['console', ['other', 'console']]) {
      keep('token', tokenOf('kept', { aud }))
      expect(await machineToken()).toBe(tokenOf('kept', { aud }))
    }
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['has run out', tokenOf('old', { hours: -1 })],
    ['is for another client', tokenOf('foreign', { aud: 'portal' })],
    ['is no token', 'nonsense'],
    ['has claims that are none', `h.${btoa('"x"')}.s`],
  ])('that %s is replaced with the refresh token', async (_, old) => {
    keep('token', old)
    keep('refresh_token', 'r')
    asked.mockImplementationOnce(() => json(issued(tokenOf('new'), 'r2')))
    expect(await machineToken()).toBe(tokenOf('new'))
    expect(grants()).toEqual(['refresh_token'])
    expect(stored('refresh_token')).toBe('r2')
  })

  it('is requested again when the refresh token is refused', async () => {
    keep('token', tokenOf('old', { hours: -1 }))
    keep('refresh_token', 'r')
    asked
      .mockImplementationOnce(() => json(refused, 401))
      .mockImplementationOnce(() => json(issued(tokenOf('new'))))
    expect(await machineToken()).toBe(tokenOf('new'))
    expect(grants()).toEqual(['refresh_token', 'client_credentials'])
    expect(stored('refresh_token')).toBeNull()
  })

  // Proves A5, S4.11, S8.4
  it('that cannot be obtained clears the stored one and logs an error', async () => {
    keep('token', tokenOf('old', { hours: -1 }))
    keep('refresh_token', 'r')
    asked.mockImplementation(() => json(refused, 401))
    await expect(machineToken()).rejects.toThrow('no')
    expect([stored('token'), stored('refresh_token')]).toEqual([null, null])
    expect(console.error).toHaveBeenCalledOnce()
    asked.mockImplementation(() => json(issued(tokenOf('foreign', { aud: 'portal' }))))
    await expect(machineToken()).rejects.toThrow('another client')
    expect(stored('token')).toBeNull()
  })

  it('just issued is used even if the clock of the device, two days ahead, says that it has expired', async () => {
    vi.setSystemTime(start + 48 * 3_600_000)
    asked.mockImplementation(() => json(issued(tokenOf('skewed'))))
    await machineToken()
    expect(await machineToken()).toBe(tokenOf('skewed'))
    expect(asked).toHaveBeenCalledOnce()
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'expired'],
  ])('that the server refuses with %i %s is replaced, once', async (status, code) => {
    keep('token', tokenOf('kept'))
    keep('refresh_token', 'r')
    asked
      .mockImplementationOnce(() => json({ error: { code, message: 'the session has ended' } }, status))
      .mockImplementationOnce(() => json(issued(tokenOf('new'))))
      .mockImplementationOnce(() => json({ ticket: 't' }))
    expect(await machineCall(passwordRecovery, { identifier: 'm@example.org' })).toEqual({ ticket: 't' })
    expect(grants()).toEqual(['client_credentials'])
    expect(bearer(0)).toBe(`Bearer ${tokenOf('kept')}`)
    expect(bearer(2)).toBe(`Bearer ${tokenOf('new')}`)
  })

  it('is not replaced because of a refusal of the form itself', async () => {
    keep('token', tokenOf('kept'))
    asked.mockImplementation(() => json({ error: { code: 'forbidden', message: 'off' } }, 403))
    await expect(machineCall(passwordRecovery, { identifier: 'm@example.org' })).rejects.toThrow('off')
    expect(asked).toHaveBeenCalledOnce()
  })
})
