import { guestStation, stationAction } from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GuestFixture, type GuestStation, reportStatus, stopSession } from './guest-fixture.ts'
import type { TestServer } from './test-server.ts'

let guests: GuestFixture
let server: TestServer
let station: GuestStation
let count = 0

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  ;({ server } = guests)
})
afterAll(() => server.close())
beforeEach(async () => {
  station = await guests.addStation(`PLACE-${(count += 1)}`)
})
afterEach(() => station.socket.close())

const refusal = async () => (await server.call(guestStation, { code: station.codes[0] })).body.refusal

describe('the link of a guest', () => {
  test('shows session and receipt after the station was made private', async () => {
    const { secret, transactionId } = await guests.start(station)
    await server.db.updateTable('stations').set({ type: 'private' }).where('id', '=', station.id).execute()
    expect(await guests.charge(secret)).toMatchObject({
      phase: 'charging',
      placelabel: 'Quay',
      connectorno: 1,
    })
    await stopSession(station, transactionId, 10_000)
    await guests.settle()
    expect(await guests.charge(secret)).toMatchObject({ phase: 'ended', captured: '5.20' })
    expect((await server.call(guestStation, { code: station.codes[0] })).body).toMatchObject({
      error: { code: 'guest.code_invalid' },
    })
  })

  test('shows the receipt after station and connector were deleted', async () => {
    const { secret, transactionId } = await guests.start(station)
    await stopSession(station, transactionId, 10_000)
    await guests.settle()
    await server.request(stationAction, { id: station.id, action: 'delete' }, guests.operator)
    await server.db
      .updateTable('evses')
      .set({ state: 'deleted' })
      .where('id', '=', station.evses[0])
      .execute()
    expect(await guests.charge(secret)).toMatchObject({
      phase: 'ended',
      captured: '5.20',
      connectorno: 1,
      state: 'offline',
    })
  })
})

test('a session that its station no longer has leaves the connector to other guests once it is available', async () => {
  const { transactionId } = await guests.start(station)
  await reportStatus(station, 1, 'Preparing')
  expect(await refusal()).toBe('driver.connector_in_use')
  await reportStatus(station, 1, 'Charging')
  await reportStatus(station, 1, 'Available')
  expect(await refusal()).toBeNull()
  await stopSession(station, transactionId, 1_000)
  await guests.settle()
})
