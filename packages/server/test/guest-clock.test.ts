import { expect, test } from 'vitest'
import { GuestFixture, meterValue, startSession, stopSession } from './guest-fixture.ts'
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

test('a guest does not charge beyond what is reserved if the clock of the station is behind', async () => {
  const guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  const { server } = guests
  try {
    const station = await guests.addStation('GUEST-BEHIND')
    const { secret } = await guests.reserve(station.codes[0])
    await expect.poll(async () => (await guests.charge(secret)).phase).toBe('plug_in')
    // half an hour ago by its clock, which is before the payment
    const number = await startSession(station, 30)
    // 9.40 since the payment: the next half minute may cost as much again
    await meterValue(station, number, 20_000)
    await guests.work('prepaid.hold')
    await expect.poll(() => station.stops).toEqual([number])
    await stopSession(station, number, 21_000)
    await guests.settle()
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'charged', captured: 982 })
    expect(await guests.ledger()).toEqual(balanced)
    await station.socket.close()
  } finally {
    await server.close()
  }
})
