import { chargePointCommand, setupState, stationList, whoami } from '@stationmaster/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, CallError, callFile, onShutOut } from './call.ts'
import { applyPageConfig } from './page-config.ts'
import { storeToken } from './token.ts'

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const cutOff = (): Response =>
  new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('cut off')) }))
const signIn = (access = 'first'): void => {
  storeToken({
    access_token: access,
    token_type: 'Bearer',
    expires_in: 3600,
    session: 's',
    refresh_token: 'r',
  })
}
const failure = async (asking: Promise<unknown>): Promise<CallError> => {
  const caught: unknown = await asking.then(
    () => null,
    (error: unknown) => error,
  )
  if (caught instanceof CallError) return caught
  throw new Error(`no CallError: ${String(caught)}`)
}
const requested = (token: string, response: Response | null): void => {
  const data = { path: '/whoami', body: '{}', token, response: Promise.resolve(response) }
  window.__stationmaster = { fragment: null, config: null, user: null, data: [data] }
}

beforeEach(() => {
  localStorage.clear()
  applyPageConfig({ debug: false })
  vi.stubGlobal('fetch', asked)
  signIn()
})
afterEach(() => {
  asked.mockReset()
  vi.unstubAllGlobals()
})

describe('a call', () => {
  // Proves S7.1
  it('posts JSON with the bearer token, uncached and without credentials', async () => {
    asked.mockResolvedValueOnce(json([{ id: '1' }]))
    const signal = new AbortController().signal
    expect(await call(stationList, { reclimit: 5 }, { signal })).toEqual([{ id: '1' }])
    const [address, init] = asked.mock.calls[0] ?? []
    expect(address).toBe('/api/v1/charge_point/list')
    expect(init).toMatchObject({
      method: 'POST',
      cache: 'no-store',
      mode: 'cors',
      credentials: 'omit',
      signal: expect.any(AbortSignal),
    })
    expect(init?.body).toBe('{"reclimit":5}')
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer first')
  })

  // Proves S7.1
  it('uses the configured domains, a separate one for the OCPP tools', async () => {
    applyPageConfig({
      apiDomain: 'https://api.example',
      ocppApiDomain: 'https://ocpp.example',
      ocppApiPath: '/x',
    })
    asked.mockImplementation(() => Promise.resolve(json({})))
    await call(whoami, {})
    await call(chargePointCommand, {}, { path: { identity: 'CS 1/2', command: 'Reset' } })
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      'https://api.example/api/v1/whoami',
      'https://ocpp.example/x/ChargePoint/CS%201%2F2/Reset',
    ])
  })

  it('takes the response that was requested while the page was loading, once', async () => {
    requested('first', json({ userid: 'early' }))
    expect(await call(whoami, {})).toEqual({ userid: 'early' })
    expect(asked).not.toHaveBeenCalled()
    asked.mockResolvedValueOnce(json({ userid: 'later' }))
    expect(await call(whoami, {})).toEqual({ userid: 'later' })
  })

  it('does not take a response for another user, and sends the request if there is none', async () => {
    requested('other', json({ userid: 'other' }))
    asked.mockImplementation(async () => json({ userid: 'own' }))
    expect(await call(whoami, {})).toEqual({ userid: 'own' })
    requested('first', null)
    expect(await call(whoami, {})).toEqual({ userid: 'own' })
    expect(asked).toHaveBeenCalledTimes(2)
  })

  // Proves S7.2
  it('is not sent without a token', async () => {
    localStorage.clear()
    const listener = vi.fn()
    onShutOut(listener)
    expect((await failure(call(whoami, {}))).kind).toBe('no-token')
    expect(asked).not.toHaveBeenCalled()
    expect(listener).toHaveBeenCalledOnce()
  })

  it('needs no token for a public endpoint, nor with authorization switched off', async () => {
    localStorage.clear()
    asked.mockImplementation(() => Promise.resolve(json({ needed: false })))
    await call(setupState, {})
    applyPageConfig({ authorize: false })
    await call(whoami, {})
    const bearers = asked.mock.calls.map(([, init]) => new Headers(init.headers).get('authorization'))
    expect(bearers).toEqual([null, null])
  })

  it('fails when the response is late, and distinguishes that from an abort by the caller', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    asked.mockImplementation(
      (_address, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    )
    const late = failure(call(setupState, {}))
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await late).kind).toBe('timeout')
    const controller = new AbortController()
    const left = call(setupState, {}, { signal: controller.signal }).catch((error: unknown) => error)
    controller.abort()
    expect(await left).toMatchObject({ name: 'AbortError' })
    vi.useRealTimers()
  })

  it("returns a station's own error as an answer", async () => {
    const answer = { error: true, errorCode: 'NotSupported', errorDescription: '', errorDetails: {} }
    asked.mockResolvedValueOnce(json(answer))
    expect(await call(chargePointCommand, {}, { path: { identity: 'A', command: 'Reset' } })).toEqual(answer)
  })
})

describe('a failure', () => {
  it.each([
    [
      json({ error: { code: 'invalid', message: 'too long', field: 'label', correlation: 'c-1' } }, 400),
      {
        kind: 'refused',
        status: 400,
        code: 'invalid',
        message: 'too long',
        field: 'label',
        correlation: 'c-1',
      },
    ],
    [
      json({ error: 'invalid_grant', error_description: 'Locked' }, 400),
      { kind: 'refused', message: 'Locked' },
    ],
    [
      json({ error: { code: 'slow_down', message: 'Too many' } }, 429, { 'Retry-After': '7' }),
      { status: 429, retryAfter: 7 },
    ],
    [new Response('', { status: 200 }), { kind: 'empty', message: 'API Server did not respond correctly' }],
    [new Response('<html>', { status: 502 }), { kind: 'empty', status: 502 }],
    [json({ error: { code: 'gone', message: 'gone' } }, 200), { kind: 'refused', code: 'gone' }],
  ])('%#: keeps what the server returned', async (response, expected) => {
    asked.mockResolvedValueOnce(response)
    expect(await failure(call(whoami, {}))).toMatchObject(expected)
  })

  // Proves S8.2
  it('distinguishes a server that does not respond from an aborted call', async () => {
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await failure(call(whoami, {}))).toMatchObject({ kind: 'network', message: 'Failed to fetch' })
    const ending = new AbortController()
    asked.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'))
    ending.abort()
    await expect(call(whoami, {}, { signal: ending.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  // Proves S8.2
  it('with a truncated response is a network failure, not an invalid response', async () => {
    asked.mockResolvedValueOnce(cutOff())
    expect(await failure(call(whoami, {}))).toMatchObject({ kind: 'network' })
    const leaving = new AbortController()
    leaving.abort()
    asked.mockResolvedValueOnce(cutOff())
    await expect(call(whoami, {}, { signal: leaving.signal })).rejects.not.toBeInstanceOf(CallError)
  })

  it('due to an expired token renews it once and repeats the call', async () => {
    asked.mockResolvedValueOnce(json({ error: { code: 'expired', message: '' } }, 401))
    asked.mockResolvedValueOnce(
      json({
        access_token: 'second',
        token_type: 'Bearer',
        expires_in: 3600,
        session: 's',
        refresh_token: 'r2',
      }),
    )
    asked.mockResolvedValueOnce(json({ userid: 'u' }))
    expect(await call(whoami, {})).toEqual({ userid: 'u' })
    expect(asked.mock.calls[1]?.[0]).toBe('/oauth2/token')
    expect(new Headers(asked.mock.calls[2]?.[1].headers).get('authorization')).toBe('Bearer second')
  })

  it('due to a token that cannot be renewed signs out and shows the refusal', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const listener = vi.fn()
    onShutOut(listener)
    asked.mockImplementation((address) =>
      Promise.resolve(
        address === '/oauth2/token'
          ? json({ error: 'invalid_grant', error_description: 'Session ended' }, 400)
          : json({ error: { code: 'expired', message: 'Token expired' } }, 401),
      ),
    )
    expect(await failure(call(whoami, {}))).toMatchObject({ status: 401, message: 'Token expired' })
    expect(listener).toHaveBeenCalledOnce()
    expect(localStorage.getItem('stationmaster.login_token')).toBeNull()
  })
})

describe('a list as CSV', () => {
  it('is requested in the address and returned as a file', async () => {
    asked.mockResolvedValueOnce(new Response('a,b\n1,2\n', { status: 200 }))
    expect(await (await callFile(stationList, {}, { format: 'csv' })).text()).toBe('a,b\n1,2\n')
    expect(asked.mock.calls[0]?.[0]).toBe('/api/v1/charge_point/list?format=csv')
    asked.mockResolvedValueOnce(json({ error: { code: 'forbidden', message: 'no' } }, 403))
    expect((await failure(callFile(stationList, {}, { format: 'csv' }))).status).toBe(403)
  })
})
