import { paymentCreate } from '@stationmaster/contract'
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
})
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

const deliverAll = () => billing.deliverAll()

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

test('a payout whose failure is reported first, and each message twice, moves nothing', async () => {
  const before = await balances()
  stripe.failPayout(stripe.payOut(700))
  const events = stripe.takeEvents().toReversed()
  for (const event of [...events, ...events]) {
    await stripe.deliver(server.url, event)
    await billing.reconcile()
  }
  expect(await balances()).toEqual(before)
})

describe('an invoice whose payment is refunded and disputed', () => {
  test('stays open if the refund fails after the dispute was lost', async () => {
    const invoice = await billing.issue(client, 1000)
    const { intent } = await pay({ invoice })
    const refund = stripe.refundAtStripe(intent, 1000)
    await deliverAll()
    stripe.closeDispute(stripe.dispute(intent, 1000), 'lost')
    await deliverAll()
    stripe.failRefund(refund)
    await deliverAll()
    expect(await billing.balance('client', client)).toBe(-1000)
    expect(await billing.invoice(invoice)).toMatchObject({ open: '10.00', statecode: 'in_progress' })
  })

  test('keeps what another payment has paid', async () => {
    const invoice = await billing.issue(client, 1000)
    const { intent } = await pay({ invoice })
    stripe.refundAtStripe(intent, 400)
    await deliverAll()
    const second = await pay({ invoice })
    expect(await billing.payment(second.id)).toMatchObject({ captured: '4.00' })
    stripe.closeDispute(stripe.dispute(intent, 1000), 'lost')
    await deliverAll()
    // 4.00 of the first payment were returned twice
    expect(await billing.balance('client', client)).toBe(-1000)
    expect(await billing.invoice(invoice)).toMatchObject({ paid: '4.00', open: '6.00' })
  })

  test.each([
    ['refund', 'failure', 'loss'],
    ['refund', 'loss', 'failure'],
    ['loss', 'refund', 'failure'],
  ])('is open with its whole amount after %s, %s and %s', async (...steps) => {
    const invoice = await billing.issue(client, 1000)
    const { id, intent } = await pay({ invoice })
    for (const step of steps) {
      if (step === 'refund') stripe.refundAtStripe(intent, 400)
      else if (step === 'failure') stripe.failRefund(stripe.ids('refund').at(-1)!)
      else stripe.closeDispute(stripe.dispute(intent, 1000), 'lost')
      const events = stripe.takeEvents()
      for (const event of [...events.toReversed(), ...events]) await stripe.deliver(server.url, event)
      await billing.reconcile()
    }
    expect(await billing.payment(id)).toMatchObject({ refunded: '0.00', refundable: '0.00' })
    expect(await billing.balance('client', client)).toBe(-1000)
    expect(await billing.invoice(invoice)).toMatchObject({ open: '10.00', statecode: 'in_progress' })
  })

  test.each([
    ['refund', 'loss', 'appeal'],
    ['loss', 'refund', 'appeal'],
    ['loss', 'appeal', 'refund'],
  ])('is open with what was refunded after %s, %s and %s', async (...steps) => {
    const invoice = await billing.issue(client, 1000)
    const { id, intent } = await pay({ invoice })
    let dispute = ''
    for (const step of steps) {
      if (step === 'refund') stripe.refundAtStripe(intent, 400)
      else if (step === 'appeal') stripe.closeDispute(dispute, 'won')
      else {
        dispute = stripe.dispute(intent, 1000)
        stripe.closeDispute(dispute, 'lost')
      }
      await deliverAll()
    }
    expect(await billing.payment(id)).toMatchObject({ refunded: '4.00', refundable: '6.00' })
    expect(await billing.balance('client', client)).toBe(-400)
    expect(await billing.invoice(invoice)).toMatchObject({ open: '4.00', statecode: 'in_progress' })
  })
})
