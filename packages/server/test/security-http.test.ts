import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { cardList, cardSet, commandSend, stationLink, stationList } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawHttp, statusOf } from './raw-http.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser

beforeAll(async () => {
  server = await TestServer.open({ TRUST_PROXY: 'off' })
  mine = await server.user('mine')
})
afterAll(() => server.close())

const get = (path: string, more = '') =>
  RawHttp.exchange(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`)
const post = (path: string, headers: string, body: string | Buffer) => {
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.token}\r\n${headers}${length}\r\n`
  return RawHttp.exchange(server.url, Buffer.concat([Buffer.from(head), Buffer.from(body)]))
}
const isAlive = async () => expect((await server.fetch('/livez')).status).toBe(200)
const cards = () => server.request(cardList, {}, mine)

describe('an invalid request head', () => {
  const heads: [what: string, bytes: string, statuses: number[]][] = [
    ['is not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    [
      'has two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello',
      [400],
    ],
    [
      'has a length and chunks, as for request smuggling',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n',
      [400],
    ],
    [
      'has another encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      [400, 501],
    ],
    ['has a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', [400]],
    ['has a name with blanks', 'GET / HTTP/1.1\r\nHost: x\r\nX y: 1\r\n\r\n', [400]],
    ['has a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', [400]],
    ['has a line of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_480)}\r\n\r\n`, [431]],
    ['has a path of 20 KiB', `GET /${'y'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, [431]],
    ['has no host', 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['uses CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', [0, 400, 404, 405]],
    [
      'uses TRACE',
      'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret\r\nConnection: close\r\n\r\n',
      [400, 404, 405],
    ],
  ]
  test.each(heads)('because it %s is refused', async (_what, bytes, statuses) => {
    const response = await RawHttp.exchange(server.url, Buffer.from(bytes, 'latin1'))
    expect(statuses).toContain(response === '' ? 0 : statusOf(response))
    expect(response).not.toMatch(/node_modules|\bat .*\.ts|secret|stationmaster_/)
    await isAlive()
  })
})

describe('a path outside the served files', () => {
  const steps = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '%252e%252e%252f',
    '..;/',
    '.%00./',
    '..%c0%af',
  ]
  const starts = ['/', '/assets/', '/texts/', '/api/v1/file/', '/api/v1/', '//', '/./']
  const goals = ['etc/passwd', 'package.json', 'index.html', 'proc/self/environ']

  test('discloses no file of the machine', async () => {
    const before = readFileSync('/etc/passwd', 'utf8').split('\n')[0]!
    for (const start of starts)
      for (const step of steps)
        for (const goal of goals) {
          const path = start + step.repeat(6) + goal
          const response = await get(path)
          expect([200, 400, 403, 404, 503], path).toContain(statusOf(response))
          for (const leak of [before, '"workspaces"', 'PATH=']) expect(response, path).not.toContain(leak)
        }
  })

  test.each([
    '/%',
    '/%zz',
    '/%00',
    '/a%00.js',
    '/api/v1/file/%00',
    '/api/v1/file/a%2fb',
    '/\u00ff',
    `/${'a/'.repeat(4000)}`,
  ])('%j is refused or not found, and nothing fails', async (path) => {
    expect([200, 400, 403, 404, 503]).toContain(statusOf(await get(path)))
    await isAlive()
  })

  test('an identity of NUL, of slashes or of script names no station', async () => {
    for (const identity of ['%00', '..%2f..', '%3Cscript%3E', '%ff', "x'%20or%20'1'='1", 'a'.repeat(400)]) {
      const response = await post(
        `/api/v1/ChargePoint/${identity}/Reset`,
        'Content-Type: application/json\r\n',
        '{"type":"Soft"}',
      )
      expect([400, 404], identity).toContain(statusOf(response))
    }
    const identities = ['\u0000', 'a\u0000b', '\ud800']
    const no = await server.requestError(commandSend, { identities, action: 'ClearCache', payload: {} }, mine)
    expect(no.status).toBe(404)
    expect(
      (await server.requestError(commandSend, { identities, action: '\u0000', payload: {} }, mine)).status,
    ).toBe(400)
  })
})

describe('a request body', () => {
  const body = JSON.stringify({ id: null, code: 'FORGED' })
  const path = addressOf(cardSet)

  // what a form or a script of another origin can send without a preflight, and what only resembles JSON
  // Proves A11
  test.each([
    'text/plain',
    'text/plain; application/json',
    'text/plain,application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'application/json, text/plain',
    'application/json\ttext/plain',
    '',
    'nonsense',
  ])('of the type %j is refused and has no effect', async (type) => {
    const response = await post(path, type === '' ? '' : `Content-Type: ${type}\r\n`, body)
    expect([400, 415]).toContain(statusOf(response))
    expect((await cards()).map((card) => card.code)).not.toContain('FORGED')
  })

  test('is JSON in any case of the type name, and with a parameter', async () => {
    for (const [n, type] of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
    ].entries()) {
      const response = await post(
        path,
        `Content-Type: ${type}\r\n`,
        JSON.stringify({ id: null, code: `C${n}` }),
      )
      expect(statusOf(response), type).toBe(200)
    }
  })

  test('is not decompressed, so that it cannot grow', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))
    const response = await post(path, 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n', bomb)
    expect([400, 415]).toContain(statusOf(response))
  })

  test('is measured while it is received, whatever its headers claim', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const response = await RawHttp.exchange(server.url, head + chunk.repeat(24))
    expect([413, 0]).toContain(response === '' ? 0 : statusOf(response))
    const stranger = await server.post('/oauth2/token', {
      grant_type: 'password',
      username: 'x'.repeat(20_000),
    })
    expect(stranger.status).toBe(413)
  })
})

describe('addresses that the caller claims', () => {
  // Proves A11
  test('a host that the caller claims is in no cacheable response', async () => {
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const lines = Object.entries(evil).map(([name, value]) => `${name}: ${value}\r\n`)
    for (const path of ['/page-config.json', '/', '/docs', '/openapi.json', '/signin', '/nowhere.js']) {
      const response = await RawHttp.exchange(
        server.url,
        `GET ${path} HTTP/1.1\r\n${lines[0]}Connection: close\r\n\r\n`,
      )
      if (response.includes('evil.example'))
        expect(response.toLowerCase(), path).toContain('cache-control: no-store')
      expect(response.toLowerCase()).not.toContain('location:')
    }
    const link = await server.fetch(addressOf(stationLink), {
      method: 'POST',
      headers: { ...evil, authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    // no proxy is trusted here
    expect(JSON.stringify(link.body)).not.toContain('evil.example')
  })

  // Proves A11
  test('a page of another origin may read nothing', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      server.url.replace('127.0.0.1', 'localhost'),
      'http://',
    ]) {
      const headers = { origin, authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' }
      for (const method of ['POST', 'OPTIONS']) {
        const preflight: Record<string, string> =
          method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}
        const body = method === 'POST' ? '{}' : undefined
        const reply = await server.fetch(addressOf(stationList), {
          method,
          headers: { ...headers, ...preflight },
          body,
        })
        expect(reply.headers.get('access-control-allow-origin'), origin).toBeNull()
        expect(reply.headers.get('access-control-allow-credentials'), origin).toBeNull()
      }
    }
  })

  test('an address that the caller claims is ignored where no proxy is trusted', async () => {
    const tries = await Promise.all(
      Array.from({ length: 22 }, () =>
        server.post('/api/v1/setup/administrator', {
          code: 'x',
          username: 'x',
          email: 'x@y',
          password: 'xxxxxxxx',
        }),
      ),
    )
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
