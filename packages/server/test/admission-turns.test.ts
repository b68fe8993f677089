import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawHttp } from './raw-http.ts'
import { TestGateway } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => {
  testGateway = await TestGateway.open({
    trustProxy: true,
    gateway: { admissionsPerSecond: 10, admissionBurst: 10, admissionWaitMs: 100_000 },
  })
})
afterAll(() => testGateway.close())

/** Sends an upgrade request with a wrong key. */
async function guess(identity: string, from: string): Promise<RawHttp> {
  const raw = await RawHttp.open(testGateway.url.replace('ws', 'http'))
  const basic = Buffer.from(`${identity}:wrong`).toString('base64')
  raw.socket.write(
    `GET /ocpp/${identity} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ocpp1.6\r\n` +
      `Authorization: Basic ${basic}\r\nX-Forwarded-For: ${from}\r\n\r\n`,
  )
  return raw
}

// Proves H5, G17, L40
test('wrong keys that wait for their turn do not delay stations once their address is limited', async () => {
  const station = await testGateway.addStation()
  const guesses = await Promise.all(Array.from({ length: 300 }, (_, n) => guess(`GUESS-${n}`, '10.9.0.1')))
  // their turns would take more than ten seconds
  const since = performance.now()
  const socket = await testGateway.connect(station, { headers: { 'x-forwarded-for': '10.9.0.2' } })
  expect(performance.now() - since).toBeLessThan(5_000)
  await expect.poll(() => guesses.every(({ status }) => status === 401 || status === 429)).toBe(true)
  await socket.close()
  for (const { socket } of guesses) socket.destroy()
})
