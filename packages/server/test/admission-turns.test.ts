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

const guess = (identity: string) =>
  RawHttp.upgrade(testGateway.url, { identity, key: 'wrong', from: '10.9.0.1' })

// Proves H5, G17, L40
test('wrong keys that wait for their turn do not delay stations once their address is limited', async () => {
  const station = await testGateway.addStation()
  const guesses = await Promise.all(Array.from({ length: 300 }, (_, n) => guess(`GUESS-${n}`)))
  // their turns would take more than ten seconds
  const since = performance.now()
  const socket = await testGateway.connect(station, { headers: { 'x-forwarded-for': '10.9.0.2' } })
  expect(performance.now() - since).toBeLessThan(5_000)
  await expect.poll(() => guesses.every(({ status }) => status === 401 || status === 429)).toBe(true)
  await socket.close()
  for (const { socket } of guesses) socket.destroy()
})
