import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebServer, type WebServer, type WebServerOptions } from '../src/http/server.ts'
import { jsonReply, type WebRoute } from '../src/http/web-call.ts'
import { createLog } from '../src/shared/log.ts'
import { RawHttp } from './raw-http.ts'
import { TestServer } from './test-server.ts'

/** The web server alone, with shorter time limits than in production, so that the test takes no minute. */
let webServer: WebServer
let url: string
const mebibytes = Buffer.alloc(64 * 1024 * 1024, 'x')
let unread = 'waits'
const routes: WebRoute[] = [
  { method: 'POST', path: '/echo', maxBytes: 1024, answer: async ({ body }) => jsonReply(200, { body }) },
  {
    method: 'GET',
    path: '/large',
    maxBytes: 1,
    answer: async ({ signal }) => {
      signal.addEventListener('abort', () => (unread = 'cut'))
      return { status: 200, headers: {}, body: mebibytes }
    },
  },
]

beforeAll(async () => {
  webServer = await createWebServer({
    routes,
    console: {
      folder: import.meta.dirname,
      answer: () => jsonReply(404, {}),
      docs: () => jsonReply(404, {}),
      pageWith: () => jsonReply(404, {}),
    },
    trustProxy: { hops: 0 },
    isSecure: false,
    corsOrigins: [],
    log: createLog('silent'),
    patience: { headMs: 700, requestMs: 1_000, idleMs: 1_500, quietSockets: 20, keepAliveMs: 1_500 },
  })
  url = `http://127.0.0.1:${await webServer.listen(0, '127.0.0.1')}`
})
afterAll(() => webServer.close())

const isClosed = (raw: RawHttp) => expect.poll(() => raw.isClosed, { interval: 20 }).toBe(true)
const head =
  'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

// Proves L85
test('a client that sends nothing, or sends byte by byte, is disconnected', async () => {
  const [silent, slowHead, slowBody] = await Promise.all([
    RawHttp.open(url),
    RawHttp.open(url),
    RawHttp.open(url),
  ])
  const stops = [slowHead.trickle(head, 50), slowBody.trickle('{'.repeat(1000), 50)]
  slowBody.socket.write(head)
  await Promise.all([silent, slowHead, slowBody].map(isClosed))
  for (const stop of stops) stop()
  expect([silent.status, slowHead.status, slowBody.status]).toEqual([408, 408, 408])
})

// Proves L85
test('a client that does not read its response is disconnected', async () => {
  const raw = await RawHttp.open(url)
  raw.socket.pause()
  raw.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => unread, { timeout: 60_000 }).toBe('cut')
  raw.socket.resume()
  await isClosed(raw)
  expect(raw.received.length).toBeLessThan(mebibytes.length)
})

// Proves H9, L72
test('one address has a limited number of sockets without a request; other addresses, and its requests, are served', async () => {
  const quiet = await Promise.all(Array.from({ length: 60 }, () => RawHttp.open(url)))
  await expect
    .poll(() => quiet.filter((raw) => !raw.isClosed).length, { timeout: 60_000 })
    .toBeLessThanOrEqual(20)
  const answers = await Promise.all(['127.0.0.1', '127.0.0.2'].map((from) => request(from)))
  expect(answers).toEqual([200, 200])
  for (const raw of quiet) raw.socket.destroy()
})

async function request(from: string): Promise<number | null> {
  const raw = await RawHttp.open(url, from)
  raw.socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  await isClosed(raw)
  return raw.status
}

// Proves H9
test('a handshake that is never finished is cut off within seconds, whatever its address', async () => {
  const server = await TestServer.open()
  try {
    const begun = 'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
    const halves = ['/ocpp/CP-1', '/api/v1/live?ticket=x'].map((path) => `GET ${path} HTTP/1.1\r\n${begun}`)
    const raws = await Promise.all(['', ...halves].map(() => RawHttp.open(server.url)))
    const since = performance.now()
    for (const [n, text] of ['', ...halves].entries()) raws[n]!.socket.write(text)
    await expect.poll(() => raws.every((raw) => raw.isClosed), { timeout: 60_000 }).toBe(true)
    expect(performance.now() - since).toBeGreaterThan(3_000)
  } finally {
    await server.close()
  }
})

const small = { addressSockets: 5, keepAliveMs: 30_000, proxyIdleMs: 60_000 }
const quick: WebRoute = { method: 'GET', path: '/quick', maxBytes: 1, answer: async () => jsonReply(200, {}) }
let running = 0
const slow: WebRoute = {
  method: 'GET',
  path: '/slow',
  maxBytes: 1,
  answer: ({ signal }) => {
    running++
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(jsonReply(200, {}))))
  },
}

/** Runs a test with a separate server that allows few sockets per address. */
async function withSmallServer(
  options: Partial<WebServerOptions>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const own = await createWebServer({
    routes: [quick, slow],
    console: {
      folder: import.meta.dirname,
      answer: () => jsonReply(404, {}),
      docs: () => jsonReply(404, {}),
      pageWith: () => jsonReply(404, {}),
    },
    trustProxy: { hops: 0 },
    isSecure: false,
    corsOrigins: [],
    log: createLog('silent'),
    patience: small,
    ...options,
  })
  try {
    await work(`http://127.0.0.1:${await own.listen(0, '127.0.0.1')}`)
  } finally {
    await own.close()
  }
}

/** Sends a request on a new socket, which stays open. */
async function askAndStay(at: string, path: string, from: string): Promise<RawHttp> {
  const raw = await RawHttp.open(at, from)
  raw.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return raw
}
const answered = (raw: RawHttp) => expect.poll(() => raw.status ?? 0, { interval: 5 }).toBeGreaterThan(0)

// Proves H9, L73
test('of one address a limited number of sockets stays open between requests, the newest; others are not affected', () =>
  withSmallServer({}, async (at) => {
    const other = await askAndStay(at, '/quick', '127.0.0.2')
    const raws: RawHttp[] = []
    for (let n = 0; n < 12; n++) {
      raws.push(await askAndStay(at, '/quick', '127.0.0.1'))
      await answered(raws.at(-1)!)
    }
    expect(raws.map(({ status }) => status)).toEqual(Array(12).fill(200))
    await expect
      .poll(() => raws.map(({ isClosed }) => isClosed))
      .toEqual([...Array(7).fill(true), ...Array(5).fill(false)])
    await answered(other)
    expect([other.status, other.isClosed]).toEqual([200, false])
    for (const raw of [...raws, other]) raw.socket.destroy()
  }))

// Proves H9, L73
test('where all sockets of an address are busy, a further one is answered 429 and closed', () =>
  withSmallServer({}, async (at) => {
    const busy: RawHttp[] = []
    for (let n = 0; n < 5; n++) busy.push(await askAndStay(at, '/slow', '127.0.0.1'))
    await expect.poll(() => running).toBe(5)
    const more = await askAndStay(at, '/quick', '127.0.0.1')
    await isClosed(more)
    expect(more.status).toBe(429)
    expect(more.received).toMatch(/retry-after: 5/i)
    const other = await askAndStay(at, '/quick', '127.0.0.2')
    await answered(other)
    expect(other.status).toBe(200)
    for (const raw of [...busy, other]) raw.socket.destroy()
  }))

// Proves H9, L73
test('the sockets of a trusted proxy are not counted by its address, and may be idle for longer', () =>
  withSmallServer(
    { trustProxy: { networks: ['127.0.0.1'] }, patience: { ...small, keepAliveMs: 200 } },
    async (at) => {
      const raws: RawHttp[] = []
      for (let n = 0; n < 12; n++) {
        raws.push(await askAndStay(at, '/quick', '127.0.0.1'))
        await answered(raws.at(-1)!)
      }
      const other = await askAndStay(at, '/quick', '127.0.0.2')
      // closed after the normal time limit, while the older sockets of the proxy stay open
      await isClosed(other)
      expect(other.status).toBe(200)
      expect(raws.filter((raw) => raw.isClosed)).toEqual([])
      for (const raw of raws) raw.socket.destroy()
    },
  ))

/** Answers once the client has gone, with a text that is too long to be compressed in one step. */
const afterwards: WebRoute['answer'] = ({ signal }) =>
  new Promise((resolve) => {
    running++
    signal.addEventListener('abort', () => resolve(jsonReply(200, 'x'.repeat(1024 * 1024))))
  })
const streamOf = (body: Readable) => async () => ({ status: 200, headers: {}, body })

// a response has no header yet while it is compressed or its first rows are read
test('a client that leaves before its response begins is no error in the log; a response that fails is one', async () => {
  const lines: string[] = []
  const rows = new Readable({ read: () => void running++ })
  const failing = new Readable({ read: () => void failing.destroy(new Error('no rows')) })
  const routes = Object.entries({ afterwards, rows: streamOf(rows), failing: streamOf(failing) }).map(
    ([name, answer]): WebRoute => ({
      method: 'POST',
      path: `/${name}`,
      maxBytes: 9,
      compressed: true,
      answer,
    }),
  )
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await withSmallServer({ routes, log }, async (at) => {
    const post = async (path: string, headers = 'Accept-Encoding: gzip\r\n'): Promise<RawHttp> => {
      const raw = await RawHttp.open(at)
      const about = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n'
      raw.socket.write(`POST ${path} HTTP/1.1\r\n${about}${headers}\r\n{}`)
      return raw
    }
    running = 0
    const raws = [await post('/afterwards'), await post('/rows')]
    await expect.poll(() => running).toBe(2)
    for (const { socket } of raws) socket.destroy()
    await expect.poll(() => rows.destroyed).toBe(true)
    const failed = await post('/failing', '')
    await answered(failed)
    expect(failed.status).toBe(500)
    failed.socket.destroy()
  })
  const errors = lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)
  expect(errors).toEqual(['no rows'])
})

/** Opens 2,000 connections to a port together, and prints their number when all are open, or after 20 seconds. */
const connectOften = `
const { connect } = require('node:net')
let open = 0
const end = () => { console.log(open); process.exit() }
setTimeout(end, 20_000)
for (let n = 0; n < 2_000; n += 1)
  connect(Number(process.argv[1]), '127.0.0.1').on('error', () => {}).on('connect', () => { open += 1; if (open === 2_000) end() })
`

// Proves G17
test('thousands of connections that arrive while the process does not accept any are not lost', async () => {
  // the process is blocked until the child has ended
  const { stdout } = spawnSync(process.execPath, ['-e', connectOften, new URL(url).port], {
    encoding: 'utf8',
  })
  const most = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => 128))
  expect(Number(stdout)).toBeGreaterThanOrEqual(Math.min(most, 2_000))
})
