import { expect, test } from 'vitest'
import { GuestFixture } from './guest-fixture.ts'
import { balanced } from './payment-fixture.ts'

test('the charge of a guest is captured if the clock of the station is some minutes ahead', async () => {
  const guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  const { server } = guests
  try {
    const station = await guests.addStation('GUEST-AHEAD')
    const { secret, transactionId } = await guests.start(station)
    const timestamp = new Date(server.clock.now().getTime() + 300_000).toISOString()
    await station.socket.call('StopTransaction', { transactionId, meterStop: 10_000, timestamp })
    await guests.settle()
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'charged', captured: 520 })
    expect(await guests.ledger()).toEqual(balanced)
    await station.socket.close()
  } finally {
    await server.close()
  }
})
