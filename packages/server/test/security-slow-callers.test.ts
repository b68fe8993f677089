import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebServer, type WebServer } from '../src/http/server.ts'
import { jsonReply, type WebRoute } from '../src/http/web-call.ts'
import { createLog } from '../src/shared/log.ts'
import { RawHttp } from './raw-http.ts'
import { WebHouse } from './web-house.ts'

/** The web door alone, less patient than it is, so that a test need not wait for a minute. */
let door: WebServer
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
  door = await createWebServer({
    routes,
    otherwise: async () => jsonReply(404, {}),
    trustProxy: { hops: 0 },
    isSecure: false,
    corsOrigins: [],
    log: createLog('silent'),
    patience: { headMs: 700, requestMs: 1_000, idleMs: 1_500, quietSockets: 20 },
  })
  url = `http://127.0.0.1:${await door.listen(0, '127.0.0.1')}`
})
afterAll(() => door.close())

const isClosed = (raw: RawHttp) => expect.poll(() => raw.isClosed, { interval: 20 }).toBe(true)
const head =
  'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

test('who says nothing, or says it byte by byte, is cut', async () => {
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

test('who does not read an answer is cut', async () => {
  const raw = await RawHttp.open(url)
  raw.socket.pause()
  raw.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => unread, { timeout: 10_000 }).toBe('cut')
  raw.socket.resume()
  await isClosed(raw)
  expect(raw.heard.length).toBeLessThan(mebibytes.length)
})

test('H9: one address holds only so many sockets that ask for nothing; others, and those that ask, are served', async () => {
  const quiet = await Promise.all(Array.from({ length: 60 }, () => RawHttp.open(url)))
  await expect
    .poll(() => quiet.filter((raw) => !raw.isClosed).length, { timeout: 15_000 })
    .toBeLessThanOrEqual(20)
  const answers = await Promise.all(['127.0.0.1', '127.0.0.2'].map((from) => ask(from)))
  expect(answers).toEqual([200, 200])
  for (const raw of quiet) raw.socket.destroy()
})

async function ask(from: string): Promise<number | null> {
  const raw = await RawHttp.open(url, from)
  raw.socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  await isClosed(raw)
  return raw.status
}

test('H9: a handshake that is never finished is cut within seconds, whatever its address', async () => {
  const house = await WebHouse.open()
  try {
    const begun = 'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
    const halves = ['/ocpp/CP-1', '/api/v1/live?ticket=x'].map((path) => `GET ${path} HTTP/1.1\r\n${begun}`)
    const raws = await Promise.all(['', ...halves].map(() => RawHttp.open(house.url)))
    const since = performance.now()
    for (const [n, text] of ['', ...halves].entries()) raws[n]!.socket.write(text)
    await expect.poll(() => raws.every((raw) => raw.isClosed), { timeout: 15_000 }).toBe(true)
    expect(performance.now() - since).toBeGreaterThan(3_000)
  } finally {
    await house.close()
  }
})
