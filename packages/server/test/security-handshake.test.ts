import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { RawHttp } from './raw-http.ts'
import { refusedHandshake } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
let station: TestStation
let lock: Client

beforeAll(async () => {
  testGateway = await TestGateway.open({
    trustProxy: true,
    gateway: { handshakeMs: 600, admissionWaitMs: 200, unauthenticatedPerAddress: 5 },
  })
  station = await testGateway.addStation()
  lock = new Client({ connectionString: testGateway.fresh.url })
  await lock.connect()
})
afterAll(async () => {
  await lock.end()
  await testGateway.close()
})

/** Sends a complete upgrade request from an address, whose response waits for the database. */
const sendUpgrade = (from: string) =>
  RawHttp.upgrade(testGateway.url, { identity: station.identity, key: 'wrong', from })

/** Runs the work while station look-ups are blocked, so that handshakes stay unfinished. */
async function whileLookUpsBlock(work: () => Promise<void>): Promise<void> {
  await lock.query('begin; lock table stations in access exclusive mode')
  try {
    await work()
  } finally {
    await lock.query('rollback')
  }
}

describe('handshakes that are not finished', () => {
  // Proves H9, L37
  test('end within their time', async () => {
    await whileLookUpsBlock(async () => {
      const raws = await Promise.all(['10.1.0.1', '10.1.0.2', '10.1.0.3'].map(sendUpgrade))
      const since = performance.now()
      await expect.poll(() => raws.every((raw) => raw.isClosed)).toBe(true)
      expect(performance.now() - since).toBeGreaterThan(500)
    })
  })

  // Proves H9, L39
  test('are limited for an address that guesses keys, and do not count against others', async () => {
    const headers = { 'x-forwarded-for': '10.2.0.1' }
    const guess = await refusedHandshake({ url: testGateway.url, identity: 'nobody', key: 'wrong', headers })
    expect(guess.status).toBe(401)
    await whileLookUpsBlock(async () => {
      const raws = await Promise.all(Array.from({ length: 12 }, () => sendUpgrade('10.2.0.1')))
      await expect.poll(() => raws.filter((raw) => raw.status === 429).length).toBe(7)
      const neighbour = await sendUpgrade('10.2.0.2')
      await expect.poll(() => neighbour.isClosed || raws.every((raw) => raw.isClosed)).toBe(true)
      expect(neighbour.status).not.toBe(429)
    })
  })
})

describe('the headers of a handshake', () => {
  const heads: [
    what: string,
    headers: Record<string, string>,
    protocols: string[] | undefined,
    status: number,
  ][] = [
    ['of nine KiB', { 'x-long': 'y'.repeat(9 * 1024) }, undefined, 431],
    [
      'of sixty lines',
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}`, '1'])),
      undefined,
      431,
    ],
    ['with eleven subprotocols', {}, Array.from({ length: 11 }, (_, n) => `ocpp1.${n}`), 400],
  ]
  // Proves H9, L36
  test.each(heads)('%s is refused', async (_what, headers, protocols, status) => {
    const refused = await refusedHandshake({ url: testGateway.url, ...station, headers, protocols })
    expect(refused.status).toBe(status)
  })

  test('of usual size are accepted, with ten subprotocols too', async () => {
    const protocols = ['ocpp1.6', ...Array.from({ length: 9 }, (_, n) => `x${n}`)]
    const socket = await testGateway.connect(station, {
      headers: { 'x-long': 'y'.repeat(6 * 1024) },
      protocols,
    })
    await socket.close()
  })
})
