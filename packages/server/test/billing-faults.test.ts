import { afterAll, beforeAll, expect, test } from 'vitest'
import { BillingRounds, type Fault, faultTargets } from './billing-rounds.ts'
import { Torture } from './torture.ts'

const torture = new Torture('billing', { rounds: 4 })
const { rounds } = torture

let billing: BillingRounds
beforeAll(async () => {
  billing = await BillingRounds.open()
})
afterAll(() => billing.close())

/** Everything that must be zero, whatever was killed. */
const violations = `select
  (select count(*)::int from transactions t where t.state <> 'running' and (select count(*) from ratings r
    where r.transaction_id = t.id) <> 1) as "sessions without exactly one rating",
  (select count(*)::int from rating_queue) + (select count(*)::int from rating_waits) as "sessions that wait",
  (select count(*)::int from charges c where (select count(*) from invoice_lines l join invoices i on i.id = l.invoice_id
    where l.charge_id = c.id and i.type = 'invoice' and i.code is not null and i.id = c.invoice_id) <> 1)
    as "charges that are not on exactly one invoice",
  (select count(*)::int from (select charge_id from invoice_lines l join invoices i on i.id = l.invoice_id
    where i.type = 'credit_note' group by i.corrects_id, charge_id having count(*) > 1) x) as "lines credited twice",
  (select count(*)::int from invoices n join invoices o on o.id = n.replaces_id
    where o.credited_minor <> o.gross_minor or o.paid_minor <> 0 or n.gross_minor <> o.gross_minor
      or n.credited_minor <> n.gross_minor or n.paid_minor <> 0) as "replaced invoices that are not settled",
  (select count(*)::int from invoices where code is null and state <> 'cancelled') as "drafts",
  (select count(*)::int from (select n.seller_id, n.series, n.year, n.next_no - 1 as most, count(i.id) as issued,
      count(distinct i.code) as codes, max(substring(i.code from '[0-9]+$')::int) as highest
    from invoice_series n left join invoices i on i.seller_id = n.seller_id and i.code is not null
      and (i.type = 'credit_note') = (n.series = 'CN') and extract(year from i.issued_on) = n.year
    group by n.seller_id, n.series, n.year, n.next_no) x
    where issued <> most or codes <> most or highest <> most) as "series with gaps",
  (select count(*)::int from ledger_journals j where j.total_minor <>
    (select coalesce(sum(amount_minor), 0) from ledger_transfers x where x.journal_id = j.id)) as "incomplete journals",
  (select count(*)::int from invoices i where i.code is not null and (select count(*) from ledger_journals j
    where j.event_key = 'invoice:' || i.id) <> 1)
    as "invoices without exactly one journal",
  (select abs(sum(credit_minor - debit_minor))::int from ledger_balances) as "sum of all balances",
  (select count(*)::int from transactions t join cards k on k.id = t.card_id join clients p on p.id = k.client_id
    where p.is_prepaid and not exists (select from ledger_holds h where h.transaction_number = t.number))
    as "prepaid sessions without a hold",
  (select sum(held_minor)::int from ledger_balances) as "amounts held",
  (select count(*)::int from ledger_holds where state = 'open') as "open holds",
  (select count(*)::int from payment_requests where state = 'pending') as "pending requests",
  (select count(*)::int from provider_events where state <> 'done') as "messages not processed",
  (select count(*)::int from payments where state not in ('succeeded', 'refunded')) as "unfinished payments",
  (select coalesce(sum(mismatches), 0)::int from ledger_checks) as "differences of ledger.verify"`

const numberOf = async (query: string): Promise<number> => {
  const { rows } = await billing.pool.query<{ n: number }>(`select (${query})::int as n`)
  return rows[0]!.n
}

/** Compares what the provider did with what is booked. */
async function compareWithStripe(): Promise<void> {
  const { stripe, pool } = billing
  const refunds = stripe.ids('refund').map((id) => stripe.object(id))
  const { rows } = await pool.query<{ reference: string; captured: number; refunded: number; fee: number }>(
    'select reference, captured_minor as captured, refunded_minor as refunded, fee_minor as fee from payments',
  )
  const booked = new Map(rows.map(({ reference, ...amounts }) => [reference, amounts]))
  let clearing = 0
  for (const id of stripe.ids('payment_intent')) {
    const { amount_received: captured, latest_charge } = stripe.object(id)
    const refunded = refunds
      .filter(({ payment_intent: of, status }) => of === id && status === 'succeeded')
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    const { fee } = stripe.object(String(latest_charge)).balance_transaction as { fee: number }
    expect(booked.get(id), id).toEqual({ captured, refunded, fee })
    clearing += Number(captured) - refunded - fee
  }
  expect(rows).toHaveLength(stripe.ids('payment_intent').length)
  expect(stripe.ids('checkout.session'), 'one page for each payment').toHaveLength(rows.length)
  for (const dispute of stripe.ids('dispute').map((id) => stripe.object(id))) {
    const [taken] = dispute.balance_transactions as [{ amount: number; fee: number }]
    clearing += taken.amount - taken.fee
  }
  for (const payout of stripe.ids('payout')) clearing -= Number(stripe.object(payout).amount)
  const inLedger = await numberOf(`select sum(debit_minor - credit_minor) from ledger_balances b
    join ledger_accounts a on a.id = b.ledger_account_id where a.kind = 'clearing' and a.ref = 'stripe'`)
  expect(inLedger, 'balance at Stripe').toBe(clearing)
  const captures = stripe.changes.filter((path) => path.endsWith('/capture'))
  expect(new Set(captures).size, 'captured once').toBe(captures.length)
}

async function check(): Promise<void> {
  const { rows } = await billing.pool.query<Record<string, number>>(violations)
  expect(rows[0]).toEqual(Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, 0])))
  await compareWithStripe()
}

// Proves INV-3, M1, R7
test(
  'whatever is killed at whatever call, everything is rated, invoiced, captured and booked once',
  async () => {
    await billing.run()
    await check()
    const first = new Set(billing.points.map((point) => JSON.stringify(point)))
    await billing.run()
    await check()
    // what other parts of the server do at the same time, and the check of a connection, is not in each run
    const points = billing.points.filter(
      (point) => point.call !== 'select 1' && first.has(JSON.stringify(point)),
    )
    if (process.env['BILLING_FAULT_LIST'])
      console.log(points.map(({ step, call, nth }) => `${step} | ${nth} | ${call.slice(0, 140)}`).join('\n'))
    expect(points.length).toBeGreaterThan(100)
    await torture.each(async (round, random) => {
      const fault: Fault = {
        // spread over all places, so that many rounds have a fault at each of them
        point: points[Math.floor(((round + random.next()) * points.length) / rounds)]!,
        target: random.pick(faultTargets),
        moment: random.pick(['before', 'after']),
      }
      try {
        expect(await billing.run(fault), 'a process was killed').toBe(true)
        await check()
      } catch (error) {
        throw new Error(JSON.stringify(fault), { cause: error })
      }
    })
    torture.report(`${points.length} places at which a call can fail; all sums zero`)
  },
  240_000 + rounds * 30_000,
)
