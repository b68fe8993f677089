import { paymentCreate } from '@stationmaster/contract'
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
beforeAll(async () => {
  billing = await StripeFixture.open()
  ;({ server, stripe } = billing)
})
afterAll(() => billing.close())
beforeEach(() => void stripe.takeEvents())
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

/** Step of a dispute at Stripe after it was opened. */
type Step = 'withdrawn' | 'reinstated' | 'lost' | 'won'

/** Order of the steps, and after which of them a message arrives; after the last one, messages about all arrive. */
interface Arrival {
  steps: readonly Step[]
  isReported: readonly boolean[]
}

interface Disputed {
  client: string
  invoice: string
  payment: string
  dispute: string
}

const take = (dispute: string, step: Step): void => {
  if (step === 'withdrawn') stripe.withdraw(dispute)
  else if (step === 'reinstated') stripe.reinstate(dispute)
  else stripe.decideDispute(dispute, step)
}

/** Delivers messages three times, once under another id, the latest first. */
async function deliver(events: ReturnType<TestStripeServer['takeEvents']>): Promise<void> {
  for (const event of events.toReversed()) {
    await stripe.deliver(server.url, event)
    await stripe.deliver(server.url, event)
    await stripe.deliver(server.url, { body: event.body.replace(event.id, `evt_${newId()}`) })
  }
}

const pendingMessages = async (): Promise<number> =>
  (await sql`select from provider_events where state = 'pending'`.execute(server.db)).rows.length

/** Processes all messages: one run takes a hundred. */
async function reconcileAll(): Promise<void> {
  do await billing.reconcile()
  while ((await pendingMessages()) > 0)
}

/** Issues invoices and pays them on pages of Stripe; returns each with an open dispute, of which no message arrived. */
async function payAndDispute(count: number): Promise<Disputed[]> {
  const paid: { client: string; invoice: string; payment: string; intent: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const client = await billing.addClient()
    const invoice = await billing.issue(client, 1000)
    const about = { provider: 'stripe' as const, invoice }
    const { id: payment, checkout } = await server.request(paymentCreate, about, billing.operator)
    paid.push({ client, invoice, payment, intent: stripe.pay(checkout!.split('/').at(-1)!) })
  }
  // authorised, then captured
  for (const _round of [1, 2]) {
    await stripe.deliverAll(server.url)
    await reconcileAll()
  }
  return paid.map(({ intent, ...of }) => ({ ...of, dispute: stripe.openDispute(intent, 1000) }))
}

/** Lets disputes take their steps at the same time, each with its own order and its own messages. */
async function run(arrivals: readonly Arrival[]): Promise<Disputed[]> {
  const disputed = await payAndDispute(arrivals.length)
  const late: ReturnType<TestStripeServer['takeEvents']> = []
  const last = arrivals[0]!.steps.length
  for (let at = 0; at <= last; at += 1) {
    for (const [index, { steps, isReported }] of arrivals.entries()) {
      if (at > 0) take(disputed[index]!.dispute, steps[at - 1]!)
      const events = stripe.takeEvents().filter(({ object }) => object.id === disputed[index]!.dispute)
      if (at === last || isReported[at]) await deliver(events)
      else late.push(...events)
    }
    await reconcileAll()
  }
  await deliver(late)
  await reconcileAll()
  return disputed
}

/** Returns what the ledger has of the disputes of a payment: balances by account, and the steps of the journals. */
async function books({ payment }: Disputed) {
  const { rows } = await sql<{ kind: string; net: number; steps: string }>`
    select a.kind, sum(case when a.id = t.credit_id then t.amount_minor else -t.amount_minor end)::bigint as net,
      string_agg(distinct split_part(j.event_key, ':', 3), ' ') as steps
    from disputes d join ledger_journals j on j.event_key like 'dispute:' || d.id || ':%'
    join ledger_transfers t on t.journal_id = j.id join ledger_accounts a on a.id in (t.debit_id, t.credit_id)
    where d.payment_id = ${payment} group by a.kind`.execute(server.db)
  const steps = new Set(rows.flatMap((row) => row.steps.split(' ')))
  return {
    net: Object.fromEntries(rows.filter(({ net }) => net !== 0).map(({ kind, net }) => [kind, net])),
    steps: [...steps].sort().join(' '),
  }
}

const permutations = <T>(of: readonly T[]): T[][] =>
  of.length === 0
    ? [[]]
    : of.flatMap((one, at) => permutations(of.toSpliced(at, 1)).map((others) => [one, ...others]))

/** Returns all lists of true and false of a length. */
const choices = (length: number): boolean[][] =>
  length === 0 ? [[]] : choices(length - 1).flatMap((others) => [false, true].map((one) => [...others, one]))

/** Returns every order of steps with every choice of the messages that arrive immediately. */
const arrivalsOf = (orders: readonly Step[][]): Arrival[] =>
  orders.flatMap((steps) => choices(steps.length).map((isReported) => ({ steps, isReported })))

const textOf = ({ steps, isReported }: Arrival) =>
  ['created', ...steps].map((step, at) => (isReported[at] === false ? `(${step})` : step)).join(', ')

/** Returns the results by order of arrival, so that a failure names the order. */
async function results(arrivals: readonly Arrival[]) {
  const disputed = await run(arrivals)
  const all: Record<string, unknown> = {}
  for (const [index, arrival] of arrivals.entries()) {
    const { client, invoice, payment } = disputed[index]!
    const { statecode, open } = await billing.invoice(invoice)
    const { refundable, disputes } = await billing.payment(payment)
    all[textOf(arrival)] = {
      ...(await books(disputed[index]!)),
      client: await billing.balance('client', client),
      invoice: `${statecode} ${open}`,
      payment: `${refundable} ${disputes.map(({ statecode: state }) => state).join(' ')}`,
    }
  }
  return all
}

const each = (arrivals: readonly Arrival[], expected: object) =>
  Object.fromEntries(arrivals.map((arrival) => [textOf(arrival), expected]))

const lost = {
  net: { clearing: 2500, fees: -1500, client: -1000 },
  steps: 'lost opened',
  client: -1000,
  invoice: 'in_progress 10.00',
  payment: '0.00 lost',
}
const won = {
  net: { clearing: 1500, fees: -1500 },
  steps: 'opened won',
  client: 0,
  invoice: 'paid 0.00',
  payment: '10.00 won',
}

describe('the books are the same for every order of what happens at Stripe and of its messages', () => {
  test('if a dispute is lost', async () => {
    const arrivals = arrivalsOf(permutations(['withdrawn', 'lost']))
    expect(await results(arrivals)).toEqual(each(arrivals, lost))
  })

  test('if a dispute is won', async () => {
    const arrivals = arrivalsOf(permutations(['withdrawn', 'reinstated', 'won']))
    expect(await results(arrivals)).toEqual(each(arrivals, won))
  })

  test('if a dispute is lost and then won on appeal', async () => {
    const orders = permutations<Step>(['withdrawn', 'lost', 'reinstated', 'won']).filter(
      (steps) => steps.indexOf('lost') < steps.indexOf('won'),
    )
    // every message immediately, or only after the last step
    const arrivals = orders.flatMap((steps) =>
      [true, false].map((isReported) => ({ steps, isReported: steps.map(() => isReported) })),
    )
    const found = await results(arrivals)
    expect(found).toEqual(each(arrivals, { ...won, steps: expect.stringMatching(/^(lost )?opened won$/) }))
  })
})

describe('a day after the last message, Stripe is asked about a dispute', () => {
  test.each(['withdrawn', 'lost'] as const)(
    'of which the message after "%s" never arrives',
    async (never) => {
      const [disputed] = await payAndDispute(1)
      const { dispute, invoice, client } = disputed!
      const steps: Step[] = never === 'withdrawn' ? ['lost', 'withdrawn'] : ['withdrawn', 'lost']
      for (const step of steps) {
        await deliver(stripe.takeEvents())
        await reconcileAll()
        take(dispute, step)
      }
      stripe.takeEvents()
      await billing.forward(23 * 3_600_000)
      await billing.reconcile()
      expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid' })
      await billing.forward(2 * 3_600_000)
      await billing.reconcile()
      expect(await books(disputed!)).toEqual({ net: lost.net, steps: lost.steps })
      expect(await billing.balance('client', client)).toBe(-1000)
      expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'in_progress', open: '10.00' })
    },
  )

  test('once a day until it is closed', async () => {
    const [disputed] = await payAndDispute(1)
    await deliver(stripe.takeEvents())
    await reconcileAll()
    const asked = async () => {
      stripe.requests = 0
      await billing.reconcile()
      await billing.reconcile()
      return stripe.requests
    }
    await billing.forward(25 * 3_600_000)
    expect(await asked()).toBe(1)
    await billing.forward(23 * 3_600_000)
    expect(await asked()).toBe(0)
    await billing.forward(2 * 3_600_000)
    stripe.withdraw(disputed!.dispute)
    stripe.decideDispute(disputed!.dispute, 'lost')
    stripe.takeEvents()
    expect(await asked()).toBe(1)
    await billing.forward(25 * 3_600_000)
    expect(await asked()).toBe(0)
  })
})
