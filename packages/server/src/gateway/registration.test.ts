import { afterEach, beforeEach, expect, it } from 'vitest'
import { MemoryGateway } from '../../test/memory-gateway.ts'

let memory: MemoryGateway
beforeEach(async () => void (memory = await MemoryGateway.open()))
afterEach(() => memory.close())

// Proves H1
it('a change of the station during the registration of its connection is read after it', async () => {
  // the storage has no such station
  memory.beforeRegister = () => memory.gateway.refresh('CP')
  const socket = await memory.connect('CP')
  expect(await socket.until(() => socket.closed)).toMatchObject({ reason: 'the station is disabled' })
})

// Proves G15
it('a station is offline if its new connection is refused after it has replaced the former one', async () => {
  const former = await memory.connect('CP')
  await former.call('Heartbeat', {})
  memory.areWithdrawn = true
  const socket = await memory.connect('CP')
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1008 })
  await expect.poll(() => memory.rows('offline')).toMatchObject([{ stationId: 'CP', epoch: 1 }])
})
