import { once } from 'node:events'
import { request } from 'node:http'
import { endpoints, type Endpoint, serviceEndpoints } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => server.close())

const isPublic = ({ may }: Endpoint) => may === 'public' || may === 'machine'
const publicRows = (Object.entries({ ...endpoints, ...serviceEndpoints }) as [string, Endpoint][]).filter(
  ([, row]) => isPublic(row),
)

// Proves L76
test('every endpoint without a signed-in user has a limit for one address', () => {
  expect(publicRows.length).toBeGreaterThan(20)
  expect(publicRows.filter(([, row]) => row.maxPerMinute === undefined).map(([name]) => name)).toEqual([])
})

const call = (row: Endpoint, address: string) => {
  const method = row.method ?? 'POST'
  return server.fetch(addressOf(row).replaceAll(/:\w+/g, 'google'), {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
}

// the OpenAPI document is large, and pictures have a limit that takes long to reach
const limited = publicRows.filter(([name, { maxPerMinute = 0 }]) => maxPerMinute <= 120 && name !== 'openApi')

// Proves L76
test.each(limited)('%s answers 429 beyond its limit, to this address only', async (_, row) => {
  const limit = row.maxPerMinute!
  const statuses: number[] = []
  let refused: Awaited<ReturnType<typeof call>> | undefined
  while (statuses.length <= limit) {
    const reply = await call(row, '192.0.2.1')
    statuses.push(reply.status)
    refused = reply
  }
  expect(statuses.slice(0, limit)).not.toContain(429)
  expect(refused).toMatchObject({ status: 429 })
  expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(row, '192.0.2.2')).status).not.toBe(429)
})

/** Requests the live socket with a ticket that does not exist; returns the status. */
async function upgrade(address: string): Promise<number | undefined> {
  const asked = request(`${server.url}/api/v1/live?ticket=none`, {
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'x-forwarded-for': address,
    },
  }).end()
  const [response] = (await once(asked, 'response')) as [{ statusCode?: number; resume: () => void }]
  response.resume()
  return response.statusCode
}

// Proves L86
test('the live socket answers 429 beyond its limit, to this address only', async () => {
  const statuses = new Set<number | undefined>()
  for (let n = 0; n < 300; n++) statuses.add(await upgrade('192.0.2.1'))
  expect([...statuses]).toEqual([401])
  expect(await upgrade('192.0.2.1')).toBe(429)
  expect(await upgrade('192.0.2.2')).toBe(401)
})
