import {
  driverQueueLeave,
  guestChargeGet,
  guestChargeReserve,
  guestStation,
  methodRun,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxUnpaidAtEvse, maxUnpaidFromAddress } from '../src/modules/guests/reserve.ts'
import { newId } from '../src/shared/ids.ts'
import { GuestFixture, type GuestStation, reportStatus, startSession, stopSession } from './guest-fixture.ts'
import { balanced } from './payment-fixture.ts'
import type { TestServer } from './test-server.ts'
import { TestStripeServer } from './test-stripe-server.ts'

let stripe: TestStripeServer
let guests: GuestFixture
let server: TestServer
let station: GuestStation
let count = 0

beforeAll(async () => {
  stripe = await TestStripeServer.open()
  guests = await GuestFixture.open(stripe.environment)
  ;({ server } = guests)
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  station = await guests.addStation(`STRIPE-${(count += 1)}`)
  stripe.takeEvents()
  stripe.changes.length = 0
})
afterEach(async () => {
  await station.socket.close()
  expect(await guests.ledger()).toEqual(balanced)
})

const pageOf = (checkouturl: string | null) => checkouturl!.split('/').at(-1)!
const deliverAll = async () => {
  await stripe.deliverAll(server.url)
  await guests.reconcile()
  await guests.work('guests.advance')
}
const madeOf = (end: string) => stripe.changes.filter((path) => path.endsWith(end))
const phaseOf = async (secret: string) => (await guests.charge(secret)).phase
const reported = (secret: string, phase: string) => expect.poll(() => phaseOf(secret)).toBe(phase)

/** Pays 15.00 at connector 1; the station is requested to start. */
async function paid() {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  const intent = stripe.pay(pageOf(checkouturl))
  await deliverAll()
  await reported(secret, 'plug_in')
  return { secret, intent }
}

/** Charges 12.5 kWh for 6.25, and rates it. */
async function charged() {
  const { secret, intent } = await paid()
  const number = await startSession(station)
  await stopSession(station, number, 12_500)
  return { secret, intent }
}

test('a guest pays on the page of the provider, which leads back to the link, and only the price is captured', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  const page = stripe.object(pageOf(checkouturl))
  expect(page).toMatchObject({ amount_total: 1500, label: 'Quay' })
  expect(new URL(String(page.success_url)).pathname).toBe(`/driver/guest/${secret}`)
  expect(await guests.charge(secret)).toMatchObject({ phase: 'unpaid', checkouturl })
  await guests.work('guests.advance')
  expect(station.starts).toEqual([])
  const intent = stripe.pay(pageOf(checkouturl))
  await deliverAll()
  await reported(secret, 'plug_in')
  const number = await startSession(station)
  await stopSession(station, number, 12_500)
  await guests.settle()
  await deliverAll()
  expect(stripe.object(intent)).toMatchObject({ status: 'succeeded', amount_received: 625 })
  expect(madeOf('/capture')).toHaveLength(1)
  expect(await guests.charge(secret)).toMatchObject({ phase: 'ended', captured: '6.25', isreleased: true })
  expect(await guests.balance('client', await guests.client())).toBe(0)
})

test('nothing starts without a payment, and the page is closed after half an hour', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  await guests.after(31 * 60)
  expect(stripe.object(pageOf(checkouturl)).status).toBe('expired')
  await guests.work('guests.advance')
  expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'not_paid', payment: 'cancelled', starts: 0 })
  expect(await phaseOf(secret)).toBe('not_paid')
  expect(station.starts).toEqual([])
})

test('a provider that does not answer is asked once in a run of the job to close a page', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  const { id } = await guests.rowOf(secret)
  const cancels = server.db.selectFrom('payment_requests').select(['kind', 'attempts', 'state'])
  const ofCharge = () => cancels.where('payment_id', '=', id).where('kind', '=', 'cancel').execute()
  stripe.down(true)
  await guests.after(31 * 60)
  expect(await ofCharge()).toMatchObject([{ attempts: 1, state: 'pending' }])
  stripe.down(false)
  await guests.after(60)
  expect(stripe.object(pageOf(checkouturl)).status).toBe('expired')
  expect(await phaseOf(secret)).toBe('not_paid')
})

test('a lost message of the provider does not matter: the page asks itself', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  stripe.pay(pageOf(checkouturl))
  stripe.takeEvents()
  await reported(secret, 'plug_in')
  expect(station.starts).toHaveLength(1)
})

test('messages that arrive twice start once and capture once', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  stripe.pay(pageOf(checkouturl))
  const events = stripe.takeEvents()
  for (const event of [...events, ...events.toReversed()]) await stripe.deliver(server.url, event)
  await deliverAll()
  await reported(secret, 'plug_in')
  await deliverAll()
  expect(station.starts).toHaveLength(1)
})

test('a payment after the page of another guest had been paid starts nothing at the busy connector and is released', async () => {
  const first = await guests.reserve(station.codes[0])
  const second = await guests.reserve(station.codes[0])
  const intent = stripe.pay(pageOf(second.checkouturl))
  await deliverAll()
  await reported(second.secret, 'plug_in')
  const number = await startSession(station)
  await reportStatus(station, 1, 'Charging')
  station.answer = { status: 'Rejected' }
  const late = stripe.pay(pageOf(first.checkouturl))
  await deliverAll()
  await reported(first.secret, 'refused')
  await guests.after(16 * 60)
  await guests.after(61)
  expect(stripe.object(late).status).toBe('canceled')
  expect(stripe.object(intent).status).toBe('requires_capture')
  await stopSession(station, number, 1_000)
  await guests.settle()
})

test('a payment while the connector is offered to a driver of a queue starts when the driver leaves', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  const driver = await guests.offerToDriver(station, `leaves-${count}`)
  stripe.pay(pageOf(checkouturl))
  await deliverAll()
  expect(await phaseOf(secret)).toBe('reserved')
  expect(station.starts).toEqual([])
  await server.request(driverQueueLeave, {}, driver)
  await reported(secret, 'plug_in')
  const number = await startSession(station)
  await stopSession(station, number, 12_500)
  await guests.settle()
  await deliverAll()
  expect(await guests.charge(secret)).toMatchObject({ phase: 'ended', captured: '6.25' })
})

test('a payment while the connector stays offered to a driver of a queue is released', async () => {
  const { secret, checkouturl } = await guests.reserve(station.codes[0])
  await guests.offerToDriver(station, `stays-${count}`)
  const intent = stripe.pay(pageOf(checkouturl))
  await deliverAll()
  await guests.after(11 * 60)
  await guests.after(61)
  expect(station.starts).toEqual([])
  expect(stripe.object(intent).status).toBe('canceled')
  expect(await guests.charge(secret)).toMatchObject({ phase: 'released', isreleased: true })
})

test('a capture whose answer is lost is made once', async () => {
  const { secret, intent } = await charged()
  await guests.work('charges.rate')
  server.clock.forward(5_000)
  await guests.work('charges.rate')
  stripe.failNext('error')
  await guests.work('guests.advance')
  await guests.forward(60_000)
  await guests.reconcile()
  expect(stripe.object(intent)).toMatchObject({ status: 'succeeded', amount_received: 625 })
  expect(await guests.rowOf(secret)).toMatchObject({
    outcome: 'charged',
    payment: 'succeeded',
    captured: 625,
  })
  expect(madeOf('/capture')).toHaveLength(1)
})

test('an invoice is issued even if the authorization ended before: it remains to be paid', async () => {
  const { secret, intent } = await charged()
  stripe.endAuthorization(intent)
  await deliverAll()
  await guests.settle()
  expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'charged', captured: 0 })
  const invoice = (await guests.ofClient(await guests.client())).find(
    ({ statecode }) => statecode === 'in_progress',
  )
  expect(invoice).toMatchObject({ paid: '0.00' })
})

test('a user cannot capture or cancel the payment of a guest, which does so by itself', async () => {
  const { secret } = await paid()
  const { id } = await guests.rowOf(secret)
  for (const code of ['capture', 'cancel'])
    expect((await server.requestError(methodRun, { id, code }, guests.operator)).code).toBe(
      'payment.wrong_state',
    )
})

test('a provider that does not answer reserves nothing, and a repeated request gets its page', async () => {
  stripe.down(true)
  const body = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' as const }
  expect((await server.requestError(guestChargeReserve, body)).code).toBe('payment.provider_unreachable')
  stripe.down(false)
  await guests.forward(60_000)
  await guests.reconcile()
  const { checkouturl, secret } = (await server.call(guestChargeReserve, body)).body
  expect(stripe.object(pageOf(checkouturl))).toMatchObject({ status: 'open' })
  expect((await server.call(guestChargeGet, { secret })).body.phase).toBe('unpaid')
})

// Proves L258
test('five unpaid charges wait at a connector, and five of an address', async () => {
  for (let n = 0; n < maxUnpaidAtEvse; n += 1) await guests.reserve(station.codes[0])
  const refused = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' }
  const beyond = { code: 'guest.too_many_open', status: 429 }
  expect(await server.requestError(guestChargeReserve, refused)).toMatchObject(beyond)
  server.from = '192.0.2.77'
  const others = [station, await guests.addStation(`STRIPE-${(count += 1)}`)]
  const codes = [others[0]!.codes[1], ...others[1]!.codes, ...others[1]!.codes]
  expect(codes).toHaveLength(maxUnpaidFromAddress)
  for (const code of codes) await guests.reserve(code)
  expect(await server.requestError(guestChargeReserve, { ...refused, code: codes[1]! })).toMatchObject(beyond)
  server.from = null
  expect((await server.call(guestStation, { code: codes[1]! })).body.refusal).toBeNull()
  await others[1]!.socket.close()
})

test('the amount of a session without a price stays reserved as long as the provider permits it', async () => {
  const { secret } = await paid()
  const number = await startSession(station)
  // the authorization ends after seven days
  await guests.forward(6.5 * 86_400_000)
  await guests.reconcile()
  expect(await guests.rowOf(secret)).toMatchObject({ payment: 'waiting_for_capture', outcome: null })
  await stopSession(station, number, 12_500)
  await guests.settle()
  expect(await guests.rowOf(secret)).toMatchObject({
    payment: 'succeeded',
    captured: 625,
    outcome: 'charged',
  })
})
