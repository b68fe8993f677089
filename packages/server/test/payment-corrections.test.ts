import { paymentCreate } from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balanced, PaymentFixture } from './payment-fixture.ts'
import type { TestServer } from './test-server.ts'
import { TestStripeServer } from './test-stripe-server.ts'

let stripe: TestStripeServer
let server: TestServer
let billing: PaymentFixture
let client: string
beforeAll(async () => {
  stripe = await TestStripeServer.open()
  billing = await PaymentFixture.open(stripe.environment)
  ;({ server } = billing)
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  client = await billing.addClient()
  stripe.takeEvents()
})
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

const deliverAll = async () => {
  for (const event of stripe.takeEvents()) expect(await stripe.deliver(server.url, event)).toBe(200)
  await billing.reconcile()
}

/** Pays on a page of Stripe; returns the payment and its intent. */
async function pay(what: { invoice: string } | { client: string; amount: string }) {
  const { id, checkout } = await server.request(
    paymentCreate,
    { provider: 'stripe', ...what },
    billing.operator,
  )
  const intent = stripe.pay(checkout!.split('/').at(-1)!)
  await deliverAll()
  await deliverAll()
  return { id, intent }
}

const balances = async () => [await billing.balance('bank', ''), await billing.balance('clearing', 'stripe')]

test('a payout below zero moves money from the bank to Stripe, and back if it fails', async () => {
  await pay({ client, amount: '10.00' })
  const [bank = 0, clearing = 0] = await balances()
  const payout = stripe.payOut(-700)
  await deliverAll()
  await deliverAll()
  expect(await balances()).toEqual([bank + 700, clearing - 700])
  stripe.failPayout(payout)
  await deliverAll()
  expect(await balances()).toEqual([bank, clearing])
})
