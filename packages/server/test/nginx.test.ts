import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { WebSocket, WebSocketServer } from 'ws'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openProxy } from './proxy-process.ts'
import { eventually } from './test-gateway.ts'

// not installed: Debian's package is nginx-light
const hasProxy = spawnSync('nginx', ['-v']).error === undefined

/** Requests that the servers have received, and their headers. */
const received: string[] = []
let headers: Record<string, string | string[] | undefined> = {}

const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => {
    received.push(`${request.method} ${request.url}`)
    headers = request.headers
    if (request.url === '/killed') request.socket.destroy()
    else response.writeHead(request.url?.startsWith('/refused') ? 503 : 200).end('answered')
  })
}
const webServers = [createServer(answer), createServer(answer)]

/** Index of the gateway that is being stopped, and whether both admit no more stations at present. */
let stopping: number | null = null
let areFull = false
const gateways = [0, 1].map((index) => {
  const sockets = new WebSocketServer({ noServer: true })
  return createServer(answer).on('upgrade', (request, socket, head) => {
    received.push(`gateway ${index} ${request.url}`)
    headers = request.headers
    if (areFull || stopping === index)
      return void socket.end(
        'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      )
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('message', (data) => ws.send(data.toString()))
    })
  })
})

/** Returns the file of the project with the addresses of this test, without TLS. */
function configuration(front: number, folder: string): string {
  const hosts = [...gateways, ...webServers].map(
    (server) => `127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  const text = readFileSync(new URL('../../../deploy/nginx/stationmaster.conf', import.meta.url), 'utf8')
    .replace(/listen 443 ssl/, `listen 127.0.0.1:${front}`)
    .replaceAll(/ssl_.*;/g, '')
    .replace('10.0.0.11:8080', hosts[0]!)
    .replace('10.0.0.12:8080', hosts[1]!)
    .replace('10.0.0.21:8080', hosts[2]!)
    .replace('10.0.0.22:8080', hosts[3]!)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const inside = ['access_log off;', ...places, text].join('\n')
  return `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error;\nevents {}\nhttp {\n${inside}\n}\n`
}

/** Writes the file of the proxy; returns its arguments. */
const argumentsOf = ({ port, folder }: { port: number; folder: string }) => {
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, configuration(port, folder))
  return ['-p', folder, '-e', `${folder}/error`, '-c', path]
}

let origin: string
let stop = async () => {}
beforeAll(async () => {
  if (!hasProxy) return
  const servers = [...gateways, ...webServers]
  ;({ origin, stop } = await openProxy({ program: 'nginx', servers, argumentsOf, ready: '/' }))
})
afterAll(() => stop())
beforeEach(() => {
  received.length = 0
  stopping = null
  areFull = false
})

const statusOf = async (path: string, init?: RequestInit) => (await fetch(origin + path, init)).status

/** Connects a station; returns its socket, or the status of the refusal. */
function connect(identity: string): Promise<WebSocket | number> {
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/ocpp/main/${identity}`, ['ocpp1.6'], {
    headers: { authorization: 'Basic Q1AtMTprZXk=' },
  })
  return new Promise((resolve, reject) => {
    ws.once('open', () => resolve(ws))
    ws.once('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    ws.once('error', reject)
  })
}

/** Connects a station and returns the status of the answer; 101 if it is connected. */
async function statusOfStation(identity: string): Promise<number> {
  const socket = await connect(identity)
  if (typeof socket === 'number') return socket
  socket.terminate()
  return 101
}

// Proves G11, INV-6
test.runIf(hasProxy)('nginx sends a request with effects to no other server', async () => {
  for (const path of ['/killed', '/refused']) {
    received.length = 0
    expect([502, 503]).toContain(await statusOf(path, { method: 'POST', body: '{}' }))
    expect(received).toEqual([`POST ${path}`])
    // a server that failed counts as lost for two seconds
    await eventually(async () => (await statusOf('/')) === 200)
  }
})

// Proves G11
test.runIf(hasProxy)('requests that the web servers refuse do not make nginx refuse others', async () => {
  for (let n = 0; n < 4; n++) {
    expect(await statusOf(`/refused/${n}`)).toBe(503)
    expect(await statusOf('/ready')).toBe(200)
  }
})

// Proves G17
test.runIf(hasProxy)('stations connect through nginx again when gateways admit them again', async () => {
  areFull = true
  expect(await statusOfStation('CP-1')).toBe(503)
  expect(await statusOfStation('CP-2')).toBe(503)
  areFull = false
  expect(await statusOfStation('CP-1')).toBe(101)
})

// Proves G3
test.runIf(hasProxy)('nginx sends stations to the gateway that is not being stopped', async () => {
  for (const index of [0, 1]) {
    stopping = index
    for (let n = 0; n < 4; n++) expect(await statusOfStation(`CP-${n}`)).toBe(101)
  }
})

test.runIf(hasProxy)('nginx passes on messages, credentials, addresses and encoded identities', async () => {
  const ws = await connect('C%2F1%20a')
  if (typeof ws === 'number') throw new Error(`refused with ${ws}`)
  expect(ws.protocol).toBe('ocpp1.6')
  ws.send('[2,"1","Heartbeat",{}]')
  expect(String((await once(ws, 'message'))[0])).toBe('[2,"1","Heartbeat",{}]')
  ws.terminate()
  expect(received.at(-1)).toMatch(/^gateway \d \/ocpp\/main\/C%2F1%20a$/)
  expect(headers).toMatchObject({
    authorization: 'Basic Q1AtMTprZXk=',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  })
})

test
  .runIf(hasProxy)
  .each(['/metrics', '/%6detrics', '//metrics', '/livez', '/read%79z?all', '/a/../metrics'])(
  'nginx does not pass %s on',
  async (path) => {
    expect(await statusOf(path)).toBe(404)
    expect(received).toEqual([])
  },
)
