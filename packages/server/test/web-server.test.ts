import {
  cardSet,
  endpoints,
  errors,
  serviceEndpoints,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type FailureBody, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open({ CORS_ORIGINS: 'https://portal.example.org' })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const rows = [...Object.values(endpoints), ...Object.values(serviceEndpoints)]

describe('the description of the API', () => {
  // Proves F14
  test('every route is in the OpenAPI document, and every row of the contract is a route', async () => {
    const { body } = await server.fetch('/openapi.json')
    const document = body as { openapi: string; paths: Record<string, Record<string, unknown>> }
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    const contract = rows.map((row) => `${row.method ?? 'POST'} ${addressOf(row)}`)
    expect(described.sort()).toEqual(contract.map((route) => route.replace('*', ':rest')).sort())
    expect(server.app.routeNames().sort()).toEqual(contract.sort())
  })

  test('every error is in the OpenAPI document, with its status and message', async () => {
    const { body } = await server.fetch('/openapi.json')
    const document = body as {
      'x-errors': Record<string, { status: number; message: string }>
      components: { schemas: Record<string, { enum?: string[]; properties?: Record<string, unknown> }> }
    }
    const { ErrorCode, Failure, OAuthFailure } = document.components.schemas
    expect(ErrorCode!.enum).toEqual(Object.keys(errors))
    expect(Object.keys(document['x-errors'])).toEqual(Object.keys(errors))
    expect(document['x-errors']['station.identity_taken']).toEqual({
      status: 409,
      message: errors['station.identity_taken'].message,
    })
    const code = { $ref: '#/components/schemas/ErrorCode' }
    expect(Failure).toMatchObject({
      properties: { error: { properties: { code, params: { type: 'object' } } } },
    })
    expect(OAuthFailure).toMatchObject({ properties: { code, error_description: { type: 'string' } } })
  })

  test('failures have the described format, flat at the token endpoint', async () => {
    const no = await server.requestError(stationList, { reclimit: 5001 }, admin)
    expect(Object.keys(no).sort()).toEqual(['code', 'correlation', 'field', 'message', 'params', 'status'])
    expect(no).toMatchObject({ code: 'value.maximum', params: { limit: 5000 } })
    const { body } = await server.post('/oauth2/token', {})
    expect(Object.keys(body as object)).toEqual(
      expect.arrayContaining(['error', 'error_description', 'code', 'correlation']),
    )
    expect(Object.keys(errors)).toContain((body as { code: string }).code)
  })

  test('health, time and the page configuration answer without a token', async () => {
    for (const path of ['/livez', '/readyz', '/api/v1/ping', '/api/v1/time'])
      expect((await server.fetch(path)).status).toBe(200)
    const page = (await server.fetch('/page-config.json')).body as Record<string, unknown>
    expect(page).toMatchObject({ apiPath: '/api/v1', stationDomain: server.url.replace('http', 'ws') })
  })
})

const preflight = (origin: string) =>
  server.fetch('/api/v1/whoami', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('every response', () => {
  // Proves A10
  test('has the security headers', async () => {
    for (const path of ['/', '/docs', '/livez', '/api/v1/nowhere']) {
      const { headers } = await server.fetch(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      // users access this server by http
      expect(headers.get('strict-transport-security')).toBeNull()
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe-inline')
    }
  })

  // Proves A11
  test('allows pages of listed origins and no others', async () => {
    const listed = await preflight('https://portal.example.org')
    expect(listed.status).toBe(204)
    expect(Object.fromEntries(listed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://portal.example.org',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    })
    for (const origin of ['https://evil.example.org', 'https://portal.example.org.evil.example', 'null']) {
      const { headers } = await preflight(origin)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    const answer = await server.fetch('/livez', { headers: { origin: 'https://portal.example.org' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://portal.example.org')
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
  })
})

const list = (init: RequestInit) =>
  server.fetch(addressOf(stationList), {
    method: 'POST',
    ...init,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  })

const attempt = () =>
  server.fetch('/api/v1/setup/administrator', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.50' },
    body: JSON.stringify({ code: 'x', username: 'x', email: 'x@y', password: 'xxxxxxxx' }),
  })

describe('an invalid request', () => {
  // Proves INV-10, A15
  test('gets what is wrong, where, and an id that is found in the log', async () => {
    const reply = await list({ body: '{"reclimit": 0, "search": [{"field": "identity", "compare": "XYZ"}]}' })
    const { error } = reply.body as FailureBody
    expect(reply.status).toBe(400)
    expect(error.field).toMatch(/^(reclimit|search\[0\]\.compare)$/)
    expect(error.correlation).toBe(reply.headers.get('x-request-id'))
  })

  // Proves F14, F31
  test('an unknown key is named with the known ones', async () => {
    const no = await server.requestError(stationList, { pagesize: 10 }, admin)
    expect(no).toMatchObject({ status: 400, code: 'value.unknown_key', field: 'pagesize' })
    expect(no.params!['known']).toContain('reclimit')
    const nested = await server.requestError(stationList, { search: [{ field: 'identity', op: '=' }] }, admin)
    expect(nested.field).toBe('search[0].op')
    expect(nested.params!['known']).toContain('compare')
  })

  // Proves A11, L83
  test('a body that is not JSON, of another type, too large or too deep', async () => {
    expect((await list({ body: '{"a":' })).status).toBe(400)
    expect((await list({ body: 'a=b', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    const large = await list({ body: JSON.stringify({ after: 'x'.repeat(1_100_000) }) })
    expect(large.status).toBe(413)
    expect((large.body as FailureBody).error).toMatchObject({
      code: 'request.too_large',
      params: { kib: 1024 },
    })
    expect((await list({ body: '['.repeat(5000) + ']'.repeat(5000) })).status).toBe(400)
    expect((await list({ body: '{"__proto__": {"x": 1}}' })).status).toBe(400)
    expect((await list({ body: '' })).status).toBe(200)
  })

  test('an address or a method that does not exist', async () => {
    expect((await server.fetch('/api/v1/nowhere')).status).toBe(404)
    expect((await server.fetch('/assets/gone.js')).status).toBe(404)
    expect((await server.fetch(addressOf(stationList), { method: 'DELETE' })).status).toBe(404)
    expect((await server.post(`${addressOf(stationList)}?limit=3`, {}, admin.token)).status).toBe(400)
    expect((await server.post(`${addressOf(cardSet)}?format=csv`, {}, admin.token)).status).toBe(400)
  })

  // Proves G43
  test('NUL and lone surrogates in any text are stored, never an error', async () => {
    const hostile = 'a\u0000b\ud800c'
    const card = await server.request(cardSet, { id: null, code: `N\u0000UL\udfff`, name: hostile }, admin)
    expect(card.name).toBe('a\u2400b\ufffdc')
    const body = { id: null, identity: 'NUL-1', label: hostile, description: hostile, address: hostile }
    const { station } = await server.request(stationSet, body, admin)
    expect(station.label).toBe('a\u2400b\ufffdc')
  })

  test('too many attempts from one address are answered 429 with a time to wait', async () => {
    const replies = await Promise.all(Array.from({ length: 22 }, attempt))
    const limited = replies.filter((reply) => reply.status === 429)
    expect(limited).toHaveLength(2)
    expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
