import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAllowed } from './allowed.ts'
import { deliver, type DeliverOptions } from './deliver.ts'

/** Requests that the receiver got. */
let requests: { headers: Record<string, unknown>; body: string; url: string }[] = []
let answer: RequestListener
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    requests.push({ headers: request.headers, body, url: request.url ?? '' })
    answer(request, response)
  })
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  requests = []
  answer = (_, response) => response.end('fine')
})

const list = () => `http://127.0.0.1:${port},http://localhost:${port},https://hook.example:${port}`
const send = (url: string, more: Partial<DeliverOptions> = {}) =>
  deliver(
    { id: 'post-1', url, body: '{"a":"é"}' },
    { allowed: readAllowed(list()), timeoutMs: 5_000, isCurrent: () => Promise.resolve(true), ...more },
  )
const here = () => `http://127.0.0.1:${port}/hook?key=1`

const toLoopback: DeliverOptions['resolve'] = (_host, _options, found) =>
  found(null, [{ address: '127.0.0.1', family: 4 }])

test('delivers the whole body, with an id that stays the same', async () => {
  expect(await send(here())).toEqual({ kind: 'sent', status: 200 })
  expect(await send(`http://localhost:${port}/`)).toEqual({ kind: 'sent', status: 200 })
  expect(requests).toHaveLength(2)
  expect(requests[0]).toMatchObject({
    body: '{"a":"é"}',
    url: '/hook?key=1',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'post-1', 'content-length': '10' },
  })
})

// Proves O9
test.each([
  [301, 'refused'],
  [307, 'refused'],
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [408, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
] as const)('HTTP %i: %s', async (status, kind) => {
  answer = (_, response) => response.writeHead(status, { location: here() }).end()
  expect(await send(here())).toMatchObject({ kind, status })
  expect(requests).toHaveLength(1)
})

// Proves O9
test('aborts without an answer in time, and cuts an endless answer', async () => {
  answer = () => {}
  expect(await send(here(), { timeoutMs: 100 })).toMatchObject({ kind: 'failed', why: 'no answer in time' })
  answer = (_, response) => {
    const more = () => response.write('x'.repeat(60_000), more)
    more()
  }
  expect(await send(here())).toEqual({ kind: 'sent', status: 200 })
})

test('fails without the address in the error if nothing listens or the answer is not HTTP', async () => {
  const unreachable = readAllowed('http://127.0.0.1:1,https://hook.example')
  const refused = await send('http://127.0.0.1:1/secret', { allowed: unreachable })
  expect(refused).toEqual({ kind: 'failed', status: null, why: 'the connection failed (ECONNREFUSED)' })
  const loopback = readAllowed(`https://hook.example:${port},127.0.0.0/8`)
  const plain = await send(`https://hook.example:${port}/secret`, { allowed: loopback, resolve: toLoopback })
  expect(plain).toMatchObject({ kind: 'failed' })
  expect(JSON.stringify(plain)).not.toContain('secret')
  expect(requests).toEqual([])
})

// Proves G11
test('sends nothing if another process has begun the next attempt while the connection was opened', async () => {
  expect(await send(here(), { isCurrent: () => Promise.resolve(false) })).toEqual({
    kind: 'failed',
    status: null,
    why: 'another process has begun the next attempt',
  })
  expect(requests).toEqual([])
})

// Proves O9
test('does not connect to a name that resolves to an internal address, at any lookup', async () => {
  const answers = ['93.184.216.34', '127.0.0.1', '10.0.0.1', '::ffff:127.0.0.1', '169.254.169.254']
  for (const address of answers.slice(1)) {
    const resolve: DeliverOptions['resolve'] = (_host, _options, found) =>
      found(null, [
        { address: answers[0]!, family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ])
    expect(await send(`https://hook.example:${port}/`, { resolve })).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('may not reach'),
    })
  }
  // one lookup per attempt: the checked address is the one that is connected to
  let lookUps = 0
  const rebinding: DeliverOptions['resolve'] = (_host, _options, found) => {
    lookUps += 1
    found(null, [{ address: lookUps === 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }])
  }
  expect((await send(`https://hook.example:${port}/`, { resolve: rebinding })).kind).toBe('refused')
  expect(lookUps).toBe(1)
  expect(requests).toEqual([])
})

test('does not connect to an address outside the list', async () => {
  expect(await send(`http://127.0.0.1:${port + 1}/`)).toMatchObject({ kind: 'refused', status: null })
  expect(await send('https://evil.example/')).toMatchObject({ kind: 'refused', status: null })
  expect(requests).toEqual([])
})
