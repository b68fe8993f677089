import { invoiceDraft, invoiceGet, invoiceList, methodRun } from '@stationmaster/contract'
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

test('the invoice of a guest that is issued again is paid, in the language of the guest', async () => {
  const guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  const { server, operator } = guests
  try {
    const station = await guests.addStation('GUEST-AGAIN')
    const { secret } = await guests.reserve(station.codes[0])
    await expect.poll(async () => (await guests.charge(secret)).phase).toBe('plug_in')
    await stopSession(station, await startSession(station), 10_000)
    await guests.settle()
    const [first] = await server.request(invoiceList, {}, operator)
    const again = { id: first!.id, code: 'replace', params: { reason: 'Wrong seller' } }
    await server.request(methodRun, again, operator)
    const { replacedby } = await server.request(invoiceGet, { id: first!.id }, operator)
    const next = await server.request(invoiceGet, { id: replacedby! }, operator)
    expect(next).toMatchObject({
      statecode: 'paid',
      amount: '5.20',
      paid: '5.20',
      language: 'de',
    })
    expect(await guests.charge(secret)).toMatchObject({ invoice: next.code })
    expect(await guests.ledger()).toEqual(balanced)
    await station.socket.close()
  } finally {
    await server.close()
  }
})
