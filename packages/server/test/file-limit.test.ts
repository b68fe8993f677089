import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './station-house.ts'

const isLinux = process.platform === 'linux'
const openFiles = 160
let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  server = new ServerProcess({ DATABASE_URL: fresh.url }, openFiles)
  if (isLinux) await server.start()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await fresh.close()
})

test.runIf(isLinux)(
  'G23: without file descriptors new sockets are refused, and who is connected is served and stored',
  async () => {
    const { key } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity: 'KEPT' })
    const url = `ws://127.0.0.1:${server.port}`
    const kept = await RawStation.connect({ url, identity: 'KEPT', key })
    await kept.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    const sockets: Socket[] = []
    for (let n = 0; n < openFiles; n++) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
    }
    await eventually(() => Promise.resolve(sockets.some(({ closed }) => closed)))
    await expect(RawStation.connect({ url, identity: 'KEPT', key })).rejects.toThrow()
    const timestamp = new Date().toISOString()
    const start = { connectorId: 1, idTag: 'TAG', meterStart: 1, timestamp }
    const { transactionId } = await kept.call<{ transactionId: number }>('StartTransaction', start)
    await kept.call('StopTransaction', { transactionId, meterStop: 2, timestamp })
    for (const socket of sockets) socket.destroy()
    const again = await eventually(() => RawStation.connect({ url, identity: 'KEPT', key }).catch(() => null))
    await again.call('Heartbeat', {})
    await again.close()
  },
)
