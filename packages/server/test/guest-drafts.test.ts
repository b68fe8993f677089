import { invoiceDraft } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { rateAll } from './charge-fixture.ts'
import { GuestFixture, startSession, stopSession } from './guest-fixture.ts'
import { balanced } from './payment-fixture.ts'

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a draft for the client of all guests contains no session whose payment is not captured', async () => {
  const guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  const { server, operator } = guests
  try {
    const station = await guests.addStation('GUEST-DRAFT')
    const { secret } = await guests.reserve(station.codes[0])
    await expect.poll(async () => (await guests.charge(secret)).phase).toBe('plug_in')
    await stopSession(station, await startSession(station), 10_000)
    await rateAll(server)
    const body = { client: await guests.client(), periodfrom: dayAfter(-2), periodto: dayAfter(2) }
    expect(await server.requestError(invoiceDraft, body, operator)).toMatchObject({
      code: 'invoice.no_charges',
    })
    await guests.settle()
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'charged', captured: 520 })
    expect(await guests.ledger()).toEqual(balanced)
    await station.socket.close()
  } finally {
    await server.close()
  }
})
