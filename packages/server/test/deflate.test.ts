import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFrame, net } from './raw-socket.ts'
import { TestGateway } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open({ gateway: { deflate: true } })))
afterAll(() => testGateway.close())

const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }

// Proves F5
test('permessage-deflate is negotiated where it is switched on and offered, and both directions work', async () => {
  const station = await testGateway.addStation()
  const socket = await testGateway.connect(station, { deflate: true })
  expect(socket.ws.extensions).toContain('permessage-deflate')
  expect(await socket.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
  const data = 'text '.repeat(2_000)
  const payload = { vendorId: 'Acme', data }
  const echo = { id: 'echo', action: 'DataTransfer', payload, shown: payload }
  socket.onCall = (_action, payload) => ({ status: 'Accepted', data: (payload as { data: string }).data })
  await socket.call('Heartbeat', {})
  testGateway.commands.set(station.id, [echo])
  testGateway.side.gateway.wake(station.id)
  const outcome = await socket.until(() => testGateway.outcomes.find(({ id }) => id === 'echo')?.outcome)
  expect(outcome).toMatchObject({ kind: 'result', payload: { status: 'Accepted', data } })
  await socket.close()
})

test('a station that does not offer compression is served without it', async () => {
  const { socket } = await testGateway.booted()
  expect(socket.ws.extensions).toBe('')
  await socket.close()
})

// Proves F5
test('without the setting compression is declined', async () => {
  const plain = await TestGateway.open({ database: testGateway.fresh })
  const socket = await plain.connect(await testGateway.addStation(), { deflate: true })
  expect(socket.ws.extensions).toBe('')
  expect(await socket.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
  await plain.stop()
})

// Proves G39
test('a small frame that expands to a huge one is refused', async () => {
  const station = await testGateway.addStation()
  const bomb = deflateRawSync(Buffer.alloc(50_000_000, 32), { level: 9 })
  const answer = await net(
    testGateway.url,
    station,
    {
      'Sec-WebSocket-Protocol': 'ocpp1.6',
      'Sec-WebSocket-Extensions': 'permessage-deflate',
    },
    (socket) => socket.write(clientFrame(1, bomb, true, 4)),
  )
  expect(answer.closeCode).toBe(1009)
})
