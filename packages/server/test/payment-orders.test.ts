import { paymentCreate } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  await sql`delete from provider_events`.execute(server.db)
})
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

const deliverAll = () => billing.deliverAll()

/** Pays on a page of Stripe and captures there; messages about it are lost, or those after the authorization. */
async function payUnseen(invoice: string, lost: 'all' | 'capture') {
  const about = { provider: 'stripe' as const, invoice, capture: 'later' as const }
  const { id, checkout } = await server.request(paymentCreate, about, billing.operator)
  const intent = stripe.pay(checkout!.split('/').at(-1)!)
  if (lost === 'capture') await deliverAll()
  stripe.captureAtStripe(intent)
  stripe.takeEvents()
  return { id, intent }
}

/** Pays a page that another system with the same Stripe account has made. */
async function payElsewhere(metadata: string): Promise<string> {
  const form = {
    'line_items[0][price_data][unit_amount]': '1000',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][product_data][name]': 'Book',
    'metadata[payment]': metadata,
    'payment_intent_data[metadata][payment]': metadata,
  }
  const response = await fetch(`${stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_server' },
    body: new URLSearchParams(form),
  })
  const { id } = (await response.json()) as { id: string }
  return stripe.pay(id)
}

const unprocessed = async () =>
  (
    await sql`select type, error from provider_events where state <> 'done' or attempts > 1`.execute(
      server.db,
    )
  ).rows

describe.each(['all', 'capture'] as const)('while messages about a payment are lost (%s)', (which) => {
  test('a lost dispute leaves its invoice open', async () => {
    const invoice = await billing.issue(client, 1000)
    const { id, intent } = await payUnseen(invoice, which)
    stripe.closeDispute(stripe.dispute(intent, 1000), 'lost')
    await deliverAll()
    expect(await unprocessed()).toEqual([])
    await billing.forward(16 * 60_000)
    await billing.reconcile()
    expect(await billing.payment(id)).toMatchObject({
      statecode: 'succeeded',
      refundable: '0.00',
      disputes: [{ statecode: 'lost' }],
    })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'in_progress', open: '10.00' })
    expect(await billing.balance('client', client)).toBe(-1000)
  })

  test('a refund that was made at Stripe is booked at the first attempt', async () => {
    const invoice = await billing.issue(client, 1000)
    const { id, intent } = await payUnseen(invoice, which)
    stripe.refundAtStripe(intent, 300)
    await deliverAll()
    expect(await unprocessed()).toEqual([])
    await billing.forward(16 * 60_000)
    await billing.reconcile()
    expect(await billing.payment(id)).toMatchObject({ captured: '10.00', refunded: '3.00' })
    expect(await billing.invoice(invoice)).toMatchObject({ open: '3.00' })
    expect(await billing.balance('client', client)).toBe(-300)
  })
})

describe('another system with the same Stripe account', () => {
  test('has payments, refunds and disputes of its own, which are left out at the first attempt', async () => {
    const intent = await payElsewhere('order-17')
    stripe.captureAtStripe(intent)
    stripe.refundAtStripe(intent, 300)
    stripe.dispute(intent, 700)
    await deliverAll()
    expect(await unprocessed()).toEqual([])
    const { rows } = await sql`select from payments where client_id = ${client}`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('refunds a payment with its own id of the refund', async () => {
    const invoice = await billing.issue(client, 1000)
    const { id, intent } = await payUnseen(invoice, 'all')
    stripe.refundAtStripe(intent, 300, { refund: 'return-4' })
    await deliverAll()
    expect(await unprocessed()).toEqual([])
    expect(await billing.payment(id)).toMatchObject({ refunded: '3.00' })
  })
})
