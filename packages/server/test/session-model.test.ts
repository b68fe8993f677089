import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

/** An hour ago, so that no reported time is in the future. */
const base = Date.now() - 3_600_000
const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString()

const report = (socket: RawStation, connectorId: number, status: string, minutes: number) =>
  socket.call('StatusNotification', { connectorId, errorCode: 'NoError', status, timestamp: at(minutes) })

test('a connector of OCPP 1.6 is an EVSE with one connector, the station itself has none', async () => {
  const { station, socket } = await gateway.booted()
  await report(socket, 0, 'Available', 0)
  await report(socket, 1, 'Available', 0)
  await report(socket, 2, 'Charging', 0)
  await socket.call('StartTransaction', { connectorId: 3, idTag: 'T', meterStart: 0, timestamp: at(1) })
  const connectors = async () =>
    (
      await gateway.fresh.db
        .selectFrom('connectors as k')
        .innerJoin('evses as e', 'e.id', 'k.evse_id')
        .select(['e.evse_no', 'k.connector_no', 'k.state'])
        .where('e.station_id', '=', station.id)
        .orderBy('e.evse_no')
        .execute()
    ).map((row) => [row.evse_no, row.connector_no, row.state])
  expect(await connectors()).toEqual([
    [1, 1, 'available'],
    [2, 1, 'occupied'],
    [3, 1, 'unavailable'],
  ])
  await report(socket, 1, 'Faulted', 2)
  await report(socket, 2, 'SuspendedEV', 2)
  await report(socket, 3, 'Reserved', 2)
  expect(await connectors()).toEqual([
    [1, 1, 'faulted'],
    [2, 1, 'occupied'],
    [3, 1, 'reserved'],
  ])
})
