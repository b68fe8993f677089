import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { WholeServer } from './whole-server.ts'

let lived: FreshDatabase
let restored: FreshDatabase
const servers: WholeServer[] = []
beforeAll(async () => void (lived = await freshDatabase()))
afterAll(async () => {
  for (const server of servers) await server.app.close()
  await lived.close()
  await restored?.close()
})

const serve = async (fresh: FreshDatabase) => {
  const server = await WholeServer.open({}, fresh)
  servers.push(server)
  return server
}
const connect = async ({ port }: WholeServer, station: { identity: string; key: string }) => {
  const socket = await RawStation.connect({ url: `ws://127.0.0.1:${port}`, ...station })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  return socket
}
const start = async (socket: RawStation, meterStart: number) => {
  const timestamp = new Date().toISOString()
  const answer = await socket.call('StartTransaction', {
    connectorId: 1,
    idTag: 'TAG',
    meterStart,
    timestamp,
  })
  return (answer as { transactionId: number }).transactionId
}
const stop = (socket: RawStation, transactionId: number, meterStop: number) =>
  socket.call('StopTransaction', {
    transactionId,
    meterStop,
    timestamp: new Date().toISOString(),
    idTag: 'TAG',
  })

interface Session {
  transactionid: number
  statecode: string
}

// Proves G26
test('after a restore no number is assigned twice, and the stops of the lost hour are stored', async () => {
  const first = await serve(lived)
  const added = async (identity: string) => {
    const { body } = await first.call<{ key: string }>('/charge_point/set', { id: null, identity })
    return { identity, key: body.key }
  }
  const [stored, lost, other] = [await added('STORED'), await added('LOST'), await added('OTHER')]
  const before = await start(await connect(first, stored), 1_000)
  await servers.pop()!.app.close()

  restored = await freshDatabase({ copyOf: lived })
  // the backup is an hour old
  await restored.db
    .updateTable('stations')
    .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
    .execute()
  const inTheLostHour = await start(await connect(await serve(lived), lost), 2_000)
  await servers.pop()!.app.close()

  const server = await serve(restored)
  const after = await start(await connect(server, other), 3_000)
  expect(new Set([before, inTheLostHour, after]).size).toBe(3)
  await stop(await connect(server, stored), before, 1_001)
  await stop(await connect(server, lost), inTheLostHour, 2_001)
  const sessions = await server.list<Session>('/charge_point/transaction/list')
  expect(Object.fromEntries(sessions.map((row) => [row.transactionid, row.statecode]))).toEqual({
    [before]: 'finished',
    [after]: 'running',
  })
  expect(await server.list('/charge_point/unmatched/list')).toMatchObject([
    { kind: 'stop-unknown', identity: 'LOST' },
  ])
})
