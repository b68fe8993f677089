import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProxy } from './proxy-process.ts'

// not installed: Debian's package is haproxy
const hasProxy = spawnSync('haproxy', ['-v']).error === undefined

/** Requests that the web servers have received. */
const received: string[] = []
/** Both web servers; they end the connection without an answer, as a process that is killed does. */
const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => {
    received.push(`${request.method} ${request.url}`)
    if (request.url === '/ready') response.end()
    else if (request.url === '/stopping') response.writeHead(503).end()
    else request.socket.destroy()
  })
}
const servers = [createServer(answer), createServer(answer)]

/** Returns the file of the project with the addresses of this test; TLS, health checks and the number of connections are left out. */
function configuration(front: number): string {
  const [first, second] = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`)
  return readFileSync(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url), 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${front}`)
    .replaceAll(/ {4}(option httpchk|default-server|maxconn).*\n/g, '')
    .replace('10.0.0.21:8080', first!)
    .replace('10.0.0.22:8080', second!)
}

/** Writes the file of the proxy; returns its arguments. */
const argumentsOf = ({ port, folder }: { port: number; folder: string }) => {
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, configuration(port))
  return ['-db', '-f', path]
}

let origin: string
let stop = async () => {}
beforeAll(async () => {
  if (!hasProxy) return
  ;({ origin, stop } = await openProxy({ program: 'haproxy', servers, argumentsOf, ready: '/ready' }))
})
afterAll(() => stop())

// Proves G11, INV-6
test.runIf(hasProxy).each([
  ['of a server that was killed', '/killed'],
  ['that was answered with 503', '/stopping'],
])('HAProxy sends a request with effects %s to no other server', async (_, path) => {
  received.length = 0
  // HAProxy closes the connection without an answer if a server did
  const isAnswered = (init: RequestInit) =>
    fetch(origin + path, init).then(
      ({ ok }) => ok,
      () => false,
    )
  expect(await isAnswered({ method: 'POST', body: '{}' })).toBe(false)
  expect(received).toEqual([`POST ${path}`])
  received.length = 0
  await isAnswered({})
  expect(received.length).toBeGreaterThan(1)
})

test.runIf(hasProxy).each(['/metrics', '/%6detrics', '/livez', '/readyz', '/read%79z?all'])(
  'HAProxy does not pass %s on',
  async (path) => {
    received.length = 0
    expect((await fetch(origin + path)).status).toBe(403)
    expect(received).toEqual([])
  },
)
