import { methodRun, paymentCreate, paymentList, paymentProviders } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { balanced } from './payment-fixture.ts'
import { StripeFixture } from './stripe-fixture.ts'
import type { TestServer } from './test-server.ts'
import type { TestStripeServer } from './test-stripe-server.ts'

let stripe: TestStripeServer
let server: TestServer
let billing: StripeFixture
let client: string
beforeAll(async () => {
  billing = await StripeFixture.open()
  ;({ server, stripe } = billing)
})
afterAll(() => billing.close())
beforeEach(async () => {
  client = await billing.addClient()
  stripe.takeEvents()
  stripe.changes.length = 0
})
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

const pay = (body: Record<string, unknown>, who = billing.operator) =>
  server.request(paymentCreate, { provider: 'stripe', ...body }, who)
const callPay = (body: Record<string, unknown>, who = billing.operator) =>
  server.call(paymentCreate, { provider: 'stripe', ...body }, who)
/** Returns the origin to which payers return: the own one, whatever a request says. */
const origin = () => server.url.replace('127.0.0.1', 'localhost')
/** Returns the page of the payment whose address was returned. */
const pageOf = ({ checkout }: { checkout: string | null }) => checkout!.split('/').at(-1)!
const deliverAll = () => billing.deliverAll()

/** Pays an amount in advance, captured; returns the payment and its intent. */
async function topUp(amount: string) {
  const payment = await pay({ client, amount })
  const intent = stripe.pay(pageOf(payment))
  await deliverAll()
  await deliverAll()
  return { id: payment.id, intent }
}

describe('an invoice', () => {
  test('is paid on a page of Stripe: authorised, captured, booked with the fee, and a trial with test keys', async () => {
    const invoice = await billing.issue(client, 1000)
    const payment = await pay({ invoice })
    expect(payment).toMatchObject({ statecode: 'pending', trial: true, amount: '10.00' })
    expect(payment.checkout).toMatch(`${stripe.url}/pay/cs_test_`)
    expect(stripe.object(pageOf(payment))).toMatchObject({
      label: payment.invoicecode,
      success_url: `${origin()}/crm/invoice/${invoice}`,
    })
    stripe.pay(pageOf(payment))
    await deliverAll()
    expect(await billing.payment(payment.id)).toMatchObject({
      statecode: 'succeeded',
      captured: '10.00',
      checkout: null,
      reference: expect.stringMatching(/^pi_/),
    })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid', trial: true })
    expect(await billing.balance('client', client)).toBe(0)
    // 15 + 25
    expect(await billing.balance('fees', '')).toBe(-40)
    await deliverAll()
    expect(await billing.balance('fees', '')).toBe(-40)
    expect(stripe.changes.filter((path) => path.endsWith('/capture'))).toHaveLength(1)
  })

  test('is paid by its client, whose user gets the address', async () => {
    const invoice = await billing.issue(client, 1000)
    const carl = await billing.userOf(client)
    const payment = await pay({ invoice, returnto: '/crm/invoice' }, carl)
    expect(stripe.object(pageOf(payment)).success_url).toBe(`${origin()}/crm/invoice`)
    stripe.pay(pageOf(payment))
    await deliverAll()
    expect(await server.request(paymentList, { filter: { invoice } }, carl)).toMatchObject([
      { statecode: 'succeeded' },
    ])
  })

  test('that two users pay at the same time has one page', async () => {
    const invoice = await billing.issue(client, 1000)
    const carl = await billing.userOf(client)
    const replies = await Promise.all([
      callPay({ invoice }),
      callPay({ invoice }, carl),
      callPay({ invoice }),
    ])
    const ids = replies.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    expect(stripe.changes.filter((path) => path === '/v1/checkout/sessions')).toHaveLength(1)
    const payment = await pay({ invoice })
    stripe.pay(pageOf(payment))
    await deliverAll()
    expect(await billing.invoice(invoice)).toMatchObject({ paid: '10.00', statecode: 'paid' })
  })

  test('that was paid by transfer meanwhile releases the authorization', async () => {
    const invoice = await billing.issue(client, 1000)
    const payment = await pay({ invoice })
    const intent = stripe.pay(pageOf(payment))
    await billing.run(invoice, 'pay')
    await deliverAll()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'cancelled', captured: '0.00' })
    expect(stripe.object(intent)).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect(await billing.invoice(invoice)).toMatchObject({ paid: '10.00' })
  })

  test('that was paid by transfer closes the page that is still open', async () => {
    const invoice = await billing.issue(client, 1000)
    const payment = await pay({ invoice })
    await billing.run(invoice, 'pay')
    await billing.reconcile()
    expect(stripe.object(pageOf(payment))).toMatchObject({ status: 'expired' })
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'cancelled' })
  })

  test('whose page is not used can be paid again', async () => {
    const invoice = await billing.issue(client, 1000)
    const first = await pay({ invoice })
    stripe.expire(pageOf(first))
    await deliverAll()
    expect(await billing.payment(first.id)).toMatchObject({ statecode: 'expired', checkout: null })
    const second = await pay({ invoice })
    expect(second.id).not.toBe(first.id)
    await billing.run(second.id, 'cancel')
    expect(await billing.payment(second.id)).toMatchObject({ statecode: 'cancelled' })
  })
})

describe('messages', () => {
  test('that arrive five times and in any order are booked once', async () => {
    const payment = await pay({ client, amount: '10.00' })
    stripe.pay(pageOf(payment))
    const events = stripe.takeEvents()
    const five = [1, 2, 3, 4, 5].flatMap(() => events.toReversed())
    expect(await Promise.all(five.map((event) => stripe.deliver(server.url, event)))).toEqual(
      five.map(() => 200),
    )
    await Promise.all([billing.reconcile(), billing.reconcile()])
    const captured = stripe.takeEvents()
    await Promise.all(
      [1, 2, 3, 4, 5].flatMap(() => captured.map((event) => stripe.deliver(server.url, event))),
    )
    await billing.reconcile()
    // an old message, after the payment has succeeded
    for (const event of events)
      await stripe.deliver(server.url, { body: event.body.replace(event.id, `evt_${newId()}`) })
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'succeeded', captured: '10.00' })
    expect(await billing.balance('client', client)).toBe(1000)
    const { rows } = await sql`select from provider_events where event = ${events[0]!.id}`.execute(server.db)
    expect(rows).toHaveLength(1)
  })

  test('that are lost are replaced by asking', async () => {
    const payment = await pay({ client, amount: '10.00' })
    stripe.pay(pageOf(payment))
    stripe.takeEvents()
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'pending' })
    await billing.forward(16 * 60_000)
    await billing.reconcile()
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'succeeded' })
  })

  test('are stored before the object is fetched, and processed when Stripe answers again', async () => {
    const payment = await pay({ client, amount: '10.00' })
    stripe.pay(pageOf(payment))
    stripe.down(true)
    await deliverAll()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'pending' })
    stripe.down(false)
    server.clock.forward(60_000)
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'succeeded' })
  })

  test('of other objects and of live payments change nothing', async () => {
    const payment = await pay({ client, amount: '10.00' })
    stripe.pay(pageOf(payment))
    const [event] = stripe.takeEvents()
    const live = event!.body.replace('"livemode":false', '"livemode":true')
    expect(await stripe.deliver(server.url, { body: live })).toBe(200)
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'pending' })
  })

  test.each([
    ['another secret', { secret: 'whsec_other' }],
    ['an old time', { timestamp: Math.floor(Date.now() / 1000) - 301 }],
    ['another body', { sent: '{"id":"evt_forged"}' }],
    ['no signature', { headers: { 'stripe-signature': '' } }],
  ])('with %s are refused and not stored', async (_name, options) => {
    const body = JSON.stringify({
      id: `evt_${newId()}`,
      type: 'payout.paid',
      data: { object: { id: 'po_1' } },
    })
    const { rows: before } = await sql`select from provider_events`.execute(server.db)
    expect(await stripe.deliver(server.url, { body }, options)).toBe(400)
    const { rows } = await sql`select from provider_events`.execute(server.db)
    expect(rows).toHaveLength(before.length)
  })

  // Proves L228
  test('that are too long are refused', async () => {
    const body = JSON.stringify({ id: 'evt_1', text: 'x'.repeat(300 * 1024) })
    expect(await stripe.deliver(server.url, { body })).toBe(413)
  })

  // Proves L229
  test('with wrong signatures are limited for each address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'stripe-signature': 't=1,v1=00' }
    const statuses: number[] = []
    for (let count = 0; count < 32; count += 1)
      statuses.push(await stripe.deliver(server.url, { body: '{}' }, { headers }))
    expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true)
    expect(statuses.slice(30)).toEqual([429, 429])
    // signed ones pass
    const event = { body: JSON.stringify({ id: `evt_${newId()}`, type: 'x', data: { object: {} } }) }
    expect(await stripe.deliver(server.url, event, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(
      200,
    )
  })
})

describe('a call that was carried out although it failed', () => {
  test.each(['error', 'silence'] as const)('is captured once after %s', async (mishap) => {
    const payment = await pay({ client, amount: '10.00' })
    stripe.pay(pageOf(payment))
    for (const event of stripe.takeEvents()) await stripe.deliver(server.url, event)
    stripe.failNext(mishap)
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'waiting_for_capture' })
    stripe.takeEvents()
    stripe.down(false)
    server.clock.forward(30_000)
    await billing.reconcile()
    expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'succeeded' })
    expect(await billing.balance('client', client)).toBe(1000)
    expect(stripe.changes.filter((path) => path.endsWith('/capture'))).toHaveLength(1)
  })

  test('creates one page, whose address the next request returns', async () => {
    const id = newId()
    stripe.failNext('silence')
    expect(await callPay({ id, client, amount: '10.00' })).toMatchObject({ status: 503 })
    stripe.down(false)
    const payment = await pay({ id, client, amount: '10.00' })
    expect(payment.checkout).toMatch('/pay/')
    expect(stripe.changes.filter((path) => path === '/v1/checkout/sessions')).toHaveLength(1)
  })

  test('refunds once, also if the message arrives between the attempts', async () => {
    const { id } = await topUp('10.00')
    stripe.failNext('error')
    await billing.run(id, 'refund', { amount: '4.00' })
    expect(await billing.payment(id)).toMatchObject({ refunded: '4.00', refunds: [{ statecode: 'pending' }] })
    await deliverAll()
    server.clock.forward(30_000)
    await billing.reconcile()
    expect(await billing.payment(id)).toMatchObject({
      refunded: '4.00',
      refunds: [{ statecode: 'succeeded' }],
    })
    expect(await billing.balance('client', client)).toBe(600)
    expect(stripe.changes.filter((path) => path === '/v1/refunds')).toHaveLength(1)
  })

  test('is not sent again after 23 hours, but fetched', async () => {
    const { id } = await topUp('10.00')
    stripe.down(true)
    await billing.run(id, 'refund', { amount: '4.00' })
    stripe.down(false)
    await billing.forward(24 * 3_600_000)
    await billing.reconcile()
    expect(stripe.changes.filter((path) => path === '/v1/refunds')).toEqual([])
    expect(await billing.payment(id)).toMatchObject({
      refunded: '0.00',
      refundable: '10.00',
      refunds: [{ statecode: 'failed' }],
    })
    expect(await billing.balance('client', client)).toBe(1000)
  })
})

test('a refused capture is repeated if Stripe does not answer when its state is fetched', async () => {
  const payment = await pay({ client, amount: '10.00', capture: 'later' })
  const intent = stripe.pay(pageOf(payment))
  await deliverAll()
  stripe.endAuthorization(intent)
  stripe.takeEvents()
  stripe.failNext('outage')
  await billing.run(payment.id, 'capture')
  expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'waiting_for_capture' })
  stripe.down(false)
  server.clock.forward(30_000)
  await billing.reconcile()
  expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'cancelled', captured: '0.00' })
})

describe('a refund', () => {
  test('during the retry of another one is booked once each', async () => {
    const { id } = await topUp('10.00')
    stripe.failNext('silence')
    await billing.run(id, 'refund', { amount: '4.00' })
    stripe.down(false)
    server.clock.forward(30_000)
    const release = stripe.hold()
    const retry = billing.reconcile()
    const second = server.call(
      methodRun,
      { id, code: 'refund', params: { amount: '5.00' } },
      billing.operator,
    )
    const third = server.call(methodRun, { id, code: 'refund', params: { amount: '5.00' } }, billing.operator)
    release()
    await retry
    const statuses = (await Promise.all([second, third])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    server.clock.forward(180_000)
    await billing.reconcile()
    expect(await billing.payment(id)).toMatchObject({ refunded: '9.00', refundable: '1.00' })
    expect(stripe.changes.filter((path) => path === '/v1/refunds')).toHaveLength(2)
    expect(await billing.balance('client', client)).toBe(100)
  })

  test('that Stripe refuses is taken back', async () => {
    const { id, intent } = await topUp('10.00')
    // more than what is left at Stripe
    stripe.refundAtStripe(intent, 800)
    stripe.takeEvents()
    await billing.run(id, 'refund', { amount: '5.00' })
    expect(await billing.payment(id)).toMatchObject({
      statecode: 'succeeded',
      refunded: '0.00',
      error: null,
      refunds: [{ statecode: 'failed', error: 'payment.provider_refused' }],
    })
    expect(await billing.balance('client', client)).toBe(1000)
  })

  test('that fails later is taken back', async () => {
    const { id } = await topUp('10.00')
    await billing.run(id, 'refund')
    expect(await billing.payment(id)).toMatchObject({ statecode: 'refunded' })
    stripe.failRefund(stripe.ids('refund').at(-1)!)
    await deliverAll()
    expect(await billing.payment(id)).toMatchObject({ statecode: 'succeeded', refundable: '10.00' })
    expect(await billing.balance('client', client)).toBe(1000)
  })

  test('that was made at Stripe is booked once', async () => {
    const { id, intent } = await topUp('10.00')
    stripe.refundAtStripe(intent, 300)
    const [event] = stripe.takeEvents()
    await Promise.all([1, 2, 3].map(() => stripe.deliver(server.url, event!)))
    await billing.reconcile()
    expect(await billing.payment(id)).toMatchObject({
      refunded: '3.00',
      refunds: [{ statecode: 'succeeded' }],
    })
    expect(await billing.balance('client', client)).toBe(700)
  })
})

test('an authorization is captured a day before it ends', async () => {
  const payment = await pay({ client, amount: '10.00', capture: 'later' })
  const now = server.clock.now().getTime()
  stripe.pay(pageOf(payment), { captureBefore: Math.floor(now / 1000) + 3 * 86_400 })
  await deliverAll()
  expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'waiting_for_capture' })
  await billing.forward(2 * 86_400_000 - 60_000)
  await billing.reconcile()
  expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'waiting_for_capture' })
  server.clock.forward(120_000)
  await billing.reconcile()
  expect(await billing.payment(payment.id)).toMatchObject({ statecode: 'succeeded' })
})

test.each(['won', 'lost'] as const)('a dispute is booked step by step until it is %s', async (end) => {
  const invoice = await billing.issue(client, 1000)
  const payment = await pay({ invoice })
  const intent = stripe.pay(pageOf(payment))
  await deliverAll()
  const [clearing, fees] = [await billing.balance('clearing', 'stripe'), await billing.balance('fees', '')]
  const dispute = stripe.dispute(intent, 1000)
  for (const event of stripe.takeEvents().toReversed()) await stripe.deliver(server.url, event)
  await billing.reconcile()
  expect(await billing.payment(payment.id)).toMatchObject({
    refundable: '0.00',
    disputes: [{ statecode: 'open', amount: '10.00', reason: 'fraudulent' }],
  })
  expect(await billing.balance('dispute', '')).toBe(-1000)
  expect(await billing.balance('fees', '')).toBe(fees - 1500)
  stripe.closeDispute(dispute, end)
  await deliverAll()
  await deliverAll()
  expect(await billing.payment(payment.id)).toMatchObject({ disputes: [{ statecode: end }] })
  expect(await billing.balance('dispute', '')).toBe(0)
  const isLost = end === 'lost'
  expect(await billing.balance('clearing', 'stripe')).toBe(clearing + 1500 + (isLost ? 1000 : 0))
  expect(await billing.balance('client', client)).toBe(isLost ? -1000 : 0)
  expect(await billing.invoice(invoice)).toMatchObject(
    isLost ? { statecode: 'in_progress', open: '10.00' } : { statecode: 'paid' },
  )
})

test('a payout moves money to the bank, and back if it fails', async () => {
  await topUp('10.00')
  const [bank, clearing] = [await billing.balance('bank', ''), await billing.balance('clearing', 'stripe')]
  const payout = stripe.payOut(700)
  await deliverAll()
  expect(await billing.balance('bank', '')).toBe(bank - 700)
  expect(await billing.balance('clearing', 'stripe')).toBe(clearing + 700)
  stripe.failPayout(payout)
  await deliverAll()
  expect(await billing.balance('bank', '')).toBe(bank)
})

test('Stripe belongs to the first account: others cannot use it', async () => {
  const accountId = await server.addAccount('another')
  const other = await server.user('oskar', { accountId })
  expect(await server.request(paymentProviders, {}, other)).toEqual([
    { code: 'manual', trial: false, online: false },
  ])
})

// Proves L230
test('messages and requests are deleted 180 days after they were processed, pending ones never', async () => {
  const id = `evt_${newId()}`
  await stripe.deliver(server.url, { body: JSON.stringify({ id, type: 'x', data: { object: {} } }) })
  const now = server.clock.now()
  await sql`insert into provider_events (id, provider, event, type, object_kind, object_reference, body, received_at, due_at)
    values (${newId()}, 'stripe', ${`${id}-pending`}, 'x', 'payout', 'po_none', '', ${now},
      ${new Date(now.getTime() + 365 * 86_400_000)})`.execute(server.db)
  const stored = async () =>
    (await sql`select from provider_events where event like ${`${id}%`}`.execute(server.db)).rows.length
  await billing.forward(179 * 86_400_000)
  await server.app.jobs.work('payments.remove-old')
  expect(await stored()).toBe(2)
  await billing.forward(2 * 86_400_000)
  await server.app.jobs.work('payments.remove-old')
  expect(await stored()).toBe(1)
})

// Proves L234
test('a provider that does not answer ends its part of a run', async () => {
  const pages = await Promise.all([1, 2, 3].map(() => pay({ client, amount: '10.00' })))
  for (const page of pages) stripe.pay(pageOf(page))
  stripe.down(true)
  for (const event of stripe.takeEvents()) await stripe.deliver(server.url, event)
  await billing.forward(16 * 60_000)
  stripe.requests = 0
  await billing.reconcile()
  expect(stripe.requests).toBe(1)
  stripe.down(false)
  server.clock.forward(60_000)
  await billing.reconcile()
  expect(await billing.balance('client', client)).toBe(3000)
})
