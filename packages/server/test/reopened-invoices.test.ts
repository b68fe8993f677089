import { noticeList, paymentCreate } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { address } from './billing-data.ts'
import { StripeFixture } from './stripe-fixture.ts'
import type { TestServer } from './test-server.ts'
import type { TestStripeServer } from './test-stripe-server.ts'

const dayMs = 86_400_000

let stripe: TestStripeServer
let server: TestServer
let billing: StripeFixture
let clients = 0
let email: string
let client: string
beforeAll(async () => {
  billing = await StripeFixture.open()
  ;({ server, stripe } = billing)
})
afterAll(() => billing.close())
beforeEach(async () => {
  clients += 1
  email = `client-${clients}@example.test`
  client = await billing.addClient({ ...address, email })
})

const deliverAll = () => billing.deliverAll()
const dun = () => billing.work('invoices.dun')
const reminders = async () =>
  (await sql`select from mails where recipient = ${email} and kind = 'payment-reminder'`.execute(server.db))
    .rows.length

const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * dayMs)

/** Issues an invoice that was due some days ago. */
async function issueOverdue(days: number): Promise<string> {
  const id = await billing.issue(client, 1000)
  await billing.work('invoices.documents')
  const today = sql`(${server.clock.now()}::timestamptz at time zone 'Europe/Berlin')::date`
  await sql`update invoices set due_on = ${today} - ${days}::int where id = ${id}`.execute(server.db)
  return id
}

/** Pays an invoice with Stripe. No one is reminded of invoices of a trial, so it is then made one that is not. */
async function pay(invoice: string): Promise<string> {
  const about = { provider: 'stripe' as const, invoice }
  const { checkout } = await server.request(paymentCreate, about, billing.operator)
  const intent = stripe.pay(checkout!.split('/').at(-1)!)
  await deliverAll()
  await deliverAll()
  await sql`alter table invoices disable trigger invoices_issued`.execute(server.db)
  await sql`update invoices set is_trial = false where id = ${invoice}`.execute(server.db)
  await sql`alter table invoices enable trigger invoices_issued`.execute(server.db)
  expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid' })
  return intent
}

async function lose(intent: string): Promise<string> {
  const dispute = stripe.dispute(intent, 1000)
  stripe.decideDispute(dispute, 'lost')
  await deliverAll()
  return dispute
}

/** Lets days pass, with the hourly job on each. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await billing.forward(dayMs)
    await dun()
  }
}

test('an invoice whose payment is lost after the end of its reminders is reminded of again from then on', async () => {
  const invoice = await issueOverdue(60)
  const intent = await pay(invoice)
  await sql`update invoices set reminders = 3, reminded_at = ${daysAgo(30)},
    dunning_ended_at = ${daysAgo(20)} where id = ${invoice}`.execute(server.db)
  await lose(intent)
  await dun()
  // the client had paid, and gets as many days as after the due date
  expect(await billing.invoice(invoice)).toMatchObject({
    statecode: 'in_progress',
    overdue: true,
    reminders: 0,
    reminded: null,
    dunningended: null,
  })
  await pass(6)
  expect(await reminders()).toBe(0)
  await pass(1)
  expect(await reminders()).toBe(1)
  await pass(28)
  expect(await reminders()).toBe(3)
  expect(await billing.invoice(invoice)).toMatchObject({ reminders: 3, dunningended: expect.any(String) })
  const notices = await server.request(noticeList, {}, billing.operator)
  expect(notices.filter(({ object }) => object === invoice)).toHaveLength(1)
})

test('an invoice whose payment is lost between its reminders starts with the first one again', async () => {
  const invoice = await issueOverdue(10)
  const intent = await pay(invoice)
  await sql`update invoices set reminders = 1, reminded_at = ${daysAgo(3)}
    where id = ${invoice}`.execute(server.db)
  await lose(intent)
  await pass(6)
  expect(await reminders()).toBe(0)
  await pass(1)
  expect(await billing.invoice(invoice)).toMatchObject({ reminders: 1 })
})

test('an invoice that is paid again, because a lost dispute is won on appeal, is not reminded of', async () => {
  const invoice = await issueOverdue(60)
  const dispute = await lose(await pay(invoice))
  stripe.closeDispute(dispute, 'won')
  await deliverAll()
  await pass(8)
  expect(await reminders()).toBe(0)
  expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid', open: '0.00' })
})

test('an invoice that is lost before its due date is reminded of after that date', async () => {
  const invoice = await issueOverdue(-10)
  await lose(await pay(invoice))
  await pass(16)
  expect(await reminders()).toBe(0)
  await pass(1)
  expect(await reminders()).toBe(1)
})
