import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

const isLinux = process.platform === 'linux'
const openFiles = 160
let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  server = new ServerProcess({ DATABASE_URL: fresh.url }, { openFiles })
  if (isLinux) await server.start()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await fresh.close()
})

const url = () => `ws://127.0.0.1:${server.port}`
const addStation = (identity: string) =>
  server.call<{ key: string }>('/charge_point/set', { id: null, identity })

// Proves G23, L75
test.runIf(isLinux)(
  'without file descriptors new sockets are refused, and connected stations are served and stored',
  async () => {
    const { key } = await addStation('KEPT')
    const connected = await RawStation.connect({ url: url(), identity: 'KEPT', key })
    await connected.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    // more stations than the process has file descriptors for
    const stations: RawStation[] = []
    const refused: string[] = []
    for (let n = 0; n < openFiles && refused.length < 3; n++) {
      const identity = `CP-${n}`
      const { key: own } = await addStation(identity)
      const station = await RawStation.connect({ url: url(), identity, key: own }).catch(() => null)
      if (station) stations.push(station)
      else refused.push(identity)
    }
    expect(refused.length).toBe(3)
    expect(stations.length).toBeGreaterThan(20)
    const timestamp = new Date().toISOString()
    const start = { connectorId: 1, idTag: 'TAG', meterStart: 1, timestamp }
    const { transactionId } = await connected.call<{ transactionId: number }>('StartTransaction', start)
    await connected.call('StopTransaction', { transactionId, meterStop: 2, timestamp })
    await Promise.all(stations.map((station) => station.close()))
    const again = await eventually(() =>
      RawStation.connect({ url: url(), identity: 'KEPT', key }).catch(() => null),
    )
    await again.call('Heartbeat', {})
    await again.close()
  },
)

// Proves H9, L74
test.runIf(isLinux)('stations connect while one address holds all the HTTP sockets it can get', async () => {
  const { key } = await addStation('LATE')
  const sockets: Socket[] = []
  for (let n = 0; n < openFiles; n++) sockets.push(await askOnce())
  try {
    const station = await RawStation.connect({ url: url(), identity: 'LATE', key })
    await station.call('Heartbeat', {})
    await station.close()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

/** Opens a socket, sends one request, and leaves the socket open as long as the server does. */
function askOnce(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  return new Promise((resolve) => {
    for (const event of ['data', 'close']) socket.once(event, () => resolve(socket))
  })
}
