import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteServer, removeOldStates } from '../src/modules/availability/server-store.ts'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

const statesOf = async ({ id }: TestStation, evseNo: number) => {
  const rows = await gateway.fresh.db
    .selectFrom('evse_states')
    .select(['at', 'state', 'error_code'])
    .where('station_id', '=', id)
    .where('evse_no', '=', evseNo)
    .orderBy('at')
    .execute()
  return rows.map(({ at, state, error_code }) => [at.toISOString().slice(11, 16), state, error_code])
}
const status = (socket: RawStation, status: string, minute: number, more: object = {}) =>
  socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status,
    timestamp: `2026-05-01T10:${String(minute).padStart(2, '0')}:31.000Z`,
    ...more,
  })

describe('the history of states', () => {
  test('has a row when an EVSE is in order or not, and none for its sessions', async () => {
    const { station, socket } = await gateway.booted()
    await status(socket, 'Available', 0)
    for (const [minute, word] of ['Preparing', 'Charging', 'SuspendedEV', 'Finishing', 'Available'].entries())
      await status(socket, word, minute + 1)
    await status(socket, 'Faulted', 10, { errorCode: 'GroundFailure' })
    await status(socket, 'Unavailable', 20)
    await status(socket, 'Available', 30)
    expect(await statesOf(station, 1)).toEqual([
      ['10:00', 'operative', null],
      ['10:10', 'faulted', 'GroundFailure'],
      ['10:20', 'unavailable', null],
      ['10:30', 'operative', null],
    ])
    await socket.close()
  })

  test('ignores a report that is older than the known one and arrives late', async () => {
    const { station, socket } = await gateway.booted()
    await status(socket, 'Faulted', 20)
    await status(socket, 'Available', 5)
    expect(await statesOf(station, 1)).toEqual([['10:20', 'faulted', 'NoError']])
    await socket.close()
  })

  // Proves L153
  test('has one row per minute, which is the state at its end', async () => {
    const { station, socket } = await gateway.booted()
    for (let n = 0; n < 20; n++) await status(socket, n % 2 === 0 ? 'Faulted' : 'Available', 7)
    expect(await statesOf(station, 1)).toEqual([['10:07', 'operative', null]])
    await socket.close()
  })

  test('follows the connection, the state of the station itself and what users set', async () => {
    const { station, socket } = await gateway.booted()
    const states = async (evseNo: number) => (await statesOf(station, evseNo)).map(([, state]) => state)
    expect(await states(-1)).toEqual(['online'])
    await status(socket, 'Faulted', 0, { connectorId: 0, errorCode: 'PowerMeterFailure' })
    expect(await states(0)).toEqual(['faulted'])
    await socket.close()
    await expect.poll(() => states(-1)).toEqual(['offline'])
    await sql`update stations set state = 'disabled' where id = ${station.id}`.execute(gateway.fresh.db)
    expect(await states(0)).toEqual(['disabled'])
  })

  test('loses what is older than its retention, except the state that holds then', async () => {
    const { station, socket } = await gateway.booted()
    for (const [minute, word] of [
      [0, 'Available'],
      [10, 'Faulted'],
      [20, 'Available'],
    ] as const)
      await status(socket, word, minute)
    await removeOldStates(gateway.fresh.db, new Date('2026-05-01T10:15:00Z'))
    expect((await statesOf(station, 1)).map(([at]) => at)).toEqual(['10:10', '10:20'])
    await socket.close()
  })
})

const gaps = async () => {
  const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from ends_at - starts_at) / 60)::int as minutes from server_gaps order by starts_at`.execute(
    gateway.fresh.db,
  )
  return rows.map(({ minutes }) => minutes)
}
const before = (interval: string) =>
  sql`update server_pulse set at = now() - ${interval}::interval`.execute(gateway.fresh.db)

describe('the time without a server', () => {
  test('is stored once a server runs again', async () => {
    const { db } = gateway.fresh
    await noteServer(db)
    await noteServer(db)
    expect(await gaps()).toEqual([])
    await before('2 hours')
    await noteServer(db)
    await noteServer(db)
    expect(await gaps()).toEqual([120])
  })

  test('is stored after a short restart of the only process', async () => {
    const { db } = gateway.fresh
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from now() - min(backend_start)))::int + 30 as seconds from pg_stat_activity
      where datname = current_database() and application_name like 'stationmaster station side%'`.execute(db)
    await before(`${rows[0]!.seconds} seconds`)
    await noteServer(db)
    expect(await gaps()).toHaveLength(2)
  })
})
