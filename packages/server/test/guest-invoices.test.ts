import { invoiceDraft, invoiceList } from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateAll } from './charge-fixture.ts'
import { GuestFixture, type GuestStation, stopSession } from './guest-fixture.ts'
import { balanced } from './payment-fixture.ts'
import { dayFromNow } from './report-fixture.ts'

let guests: GuestFixture
let station: GuestStation
let secret: string
let count = 0

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
})
afterAll(() => guests.server.close())
beforeEach(async () => {
  station = await guests.addStation(`GUEST-INVOICE-${(count += 1)}`)
  const started = await guests.start(station)
  ;({ secret } = started)
  await stopSession(station, started.transactionId, 10_000)
})
afterEach(async () => {
  await station.socket.close()
  expect(await guests.ledger()).toEqual(balanced)
})

test('a draft for the client of all guests contains no session whose payment is not captured', async () => {
  const { server, operator } = guests
  await rateAll(server)
  const client = await guests.client()
  await guests.setSchedule(client, 'immediate')
  await guests.work('invoices.issue')
  expect(await guests.ofClient(client)).toEqual([])
  const body = { client, periodfrom: dayFromNow(-2), periodto: dayFromNow(2) }
  expect(await server.requestError(invoiceDraft, body, operator)).toMatchObject({
    code: 'invoice.no_charges',
  })
  await guests.settle()
  expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'charged', captured: 520 })
})

test('the invoice of a guest that is issued again is paid, in the language of the guest', async () => {
  const { server, operator } = guests
  await guests.settle()
  const [first] = await server.request(invoiceList, { orderby: ['created DESC'] }, operator)
  await guests.run(first!.id, 'replace', { reason: 'Wrong seller' })
  const { replacedby } = await guests.invoice(first!.id)
  const next = await guests.invoice(replacedby!)
  expect(next).toMatchObject({ statecode: 'paid', amount: '5.20', paid: '5.20', language: 'de' })
  expect(await guests.charge(secret)).toMatchObject({ invoice: next.code })
})
