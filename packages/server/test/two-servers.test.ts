import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

let fresh: FreshDatabase
let one: ServerProcess
let other: ServerProcess

beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  one = new ServerProcess({ DATABASE_URL: fresh.url })
  other = new ServerProcess({ DATABASE_URL: fresh.url })
  await one.start()
  await other.start()
})
afterAll(async () => {
  one.resume()
  await Promise.all([one.stop(), other.stop()])
  await fresh.close()
})

interface Known {
  identity: string
  key: string
}
const add = async (identity: string): Promise<Known> => {
  const { key } = await other.call<{ key: string }>('/charge_point/set', { id: null, identity })
  return { identity, key }
}

/** Connects by one of the servers and sends what is required before commands. */
async function connect({ port }: ServerProcess, station: Known): Promise<RawStation> {
  const socket = await RawStation.connect({ url: `ws://127.0.0.1:${port}`, ...station })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  await socket.call('Heartbeat', {})
  return socket
}

const actions = (socket: RawStation) =>
  socket.frames
    .map((text) => JSON.parse(text) as [number, string, string])
    .filter(([type]) => type === 2)
    .map(([, , action]) => action)

const send = (identity: string, action: string, payload: object = {}) =>
  other.call<{ commands: { id: string }[] }>('/command/send', { identities: [identity], action, payload })

const row = ({ identity }: Known) =>
  fresh.db.selectFrom('stations').selectAll().where('identity', '=', identity).executeTakeFirstOrThrow()

const stateOf = async (id: string) =>
  (await fresh.db.selectFrom('commands').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

// Proves G12
test('a server that was suspended while its station connected elsewhere changes nothing when it resumes', async () => {
  const station = await add('SLEPT')
  const before = await connect(one, station)
  const beforeSuspension = await row(station)
  one.pause()
  const after = await connect(other, station)
  const current = await row(station)
  expect(current.connection_epoch).toBeGreaterThan(beforeSuspension.connection_epoch)
  after.onCall = () => ({ status: 'Accepted' })
  const [early] = (await send(station.identity, 'ClearCache')).commands
  one.resume()
  expect(await before.until(() => before.closed)).toMatchObject({ code: 1008 })
  const [late] = (await send(station.identity, 'ClearCache')).commands
  for (const { id } of [early!, late!]) await eventually(async () => (await stateOf(id)) === 'accepted')
  expect(actions(before)).toEqual([])
  expect(actions(after)).toEqual(['ClearCache', 'ClearCache'])
  await after.call('Heartbeat', {})
  expect(await row(station)).toMatchObject({
    is_connected: true,
    connected_process: current.connected_process,
    connection_epoch: current.connection_epoch,
  })
  await after.close()
})

// Proves G11, G12, G21
test('a server that counts as lost while it is suspended continues with its stations, and a late answer decides', async () => {
  const station = await add('STAYED')
  const socket = await connect(one, station)
  const [command] = (await send(station.identity, 'ClearCache')).commands
  const asked = await socket.until(() => socket.frames.find((text) => text.startsWith('[2')))
  const [waiting] = (await send(station.identity, 'GetLocalListVersion')).commands
  const { connected_process: process } = await row(station)
  one.pause()
  // as if 30 seconds had passed
  await sql`update server_processes set seen_at = seen_at - interval '31 seconds' where name = ${process}`.execute(
    fresh.db,
  )
  await eventually(async () => !(await row(station)).is_connected)
  expect(await stateOf(command!.id)).toBe('unknown')
  expect(await stateOf(waiting!.id)).toBe('failed')
  one.resume()
  socket.ws.send(JSON.stringify([3, (JSON.parse(asked) as [number, string])[1], { status: 'Accepted' }]))
  await eventually(async () => (await stateOf(command!.id)) === 'accepted')
  await eventually(async () => {
    await socket.call('Heartbeat', {})
    return (await row(station)).is_connected
  })
  expect(actions(socket)).toEqual(['ClearCache'])
  await socket.close()
})

/** Returns the connections between the servers. */
const lines = () =>
  sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database() and application_name = 'stationmaster bus'`.execute(fresh.db)

// Proves G10
test('while the connection between the servers is cut facts are accepted, and queued commands follow after it', async () => {
  const station = await add('CUT-OFF')
  const socket = await connect(one, station)
  socket.onCall = () => ({ status: 'Accepted' })
  const { rows: cut } = await lines()
  expect(cut).toHaveLength(2)
  for (const { pid } of cut) await sql`select pg_terminate_backend(${pid}, 5000)`.execute(fresh.db)
  const [queued] = (await send(station.identity, 'ClearCache')).commands
  const timestamp = new Date().toISOString()
  expect(
    await socket.call('StartTransaction', { connectorId: 1, idTag: 'TAG', meterStart: 0, timestamp }),
  ).toMatchObject({ transactionId: expect.any(Number) as number })
  await eventually(async () => (await stateOf(queued!.id)) === 'accepted')
  await eventually(async () => (await lines()).rows.length === 2)
  expect(actions(socket)).toEqual(['ClearCache'])
  await socket.close()
})

// Proves G11
test('a command whose server was killed is unknown, and is not sent a second time', async () => {
  const station = await add('MOVES')
  const before = await connect(one, station)
  // not a Reset: the boot at the next connection would show that it was carried out
  const [unanswered] = (await send(station.identity, 'GetLocalListVersion')).commands
  await before.until(() => actions(before).length === 1)
  const [waiting] = (await send(station.identity, 'ClearCache')).commands
  await one.kill()
  await before.until(() => before.closed)
  const after = await connect(other, station)
  after.onCall = () => ({ status: 'Accepted' })
  await eventually(async () => (await stateOf(waiting!.id)) === 'accepted')
  expect(await stateOf(unanswered!.id)).toBe('unknown')
  expect([...actions(before), ...actions(after)]).toEqual(['GetLocalListVersion', 'ClearCache'])
  expect(await row(station)).toMatchObject({ is_connected: true })
  await after.close()
})
