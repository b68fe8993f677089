import {
  methodRun,
  orderGet,
  orderList,
  paymentCount,
  paymentCreate,
  paymentEvent,
  paymentGet,
  paymentList,
  paymentProviders,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { balanced, PaymentFixture } from './payment-fixture.ts'
import type { TestServer } from './test-server.ts'

let server: TestServer
let billing: PaymentFixture
let client: string
beforeAll(async () => {
  billing = await PaymentFixture.open({ OFFLINE_PAYMENTS: 'on' })
  ;({ server } = billing)
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await billing.addClient()
})
afterEach(async () => expect(await billing.ledger()).toEqual(balanced))

const pay = (body: Record<string, unknown>, who = billing.operator) =>
  server.request(paymentCreate, { provider: 'offline', ...body }, who)
const refusePay = (body: Record<string, unknown>, who = billing.operator) =>
  server.requestError(paymentCreate, { provider: 'offline', ...body }, who)
const paymentsOf = (invoice: string) => server.request(paymentList, { filter: { invoice } }, billing.operator)

describe('a recorded transfer', () => {
  // Proves S3.12
  test('is a payment of the invoice, with its order', async () => {
    const invoice = await billing.issue(client, 1000)
    await billing.run(invoice, 'pay', { amount: '4.00' })
    const [payment, ...others] = await paymentsOf(invoice)
    expect(others).toEqual([])
    expect(payment).toMatchObject({
      typecode: 'manual',
      statecode: 'succeeded',
      amount: '4.00',
      captured: '4.00',
      currency: 'EUR',
      client,
      invoice,
      trial: false,
    })
    expect(await server.changesOf(payment!.id)).toEqual(['create by olga'])
    expect(await server.request(orderGet, { id: payment!.order }, billing.operator)).toMatchObject({
      typecode: 'bank_transfer',
      amount: '4.00',
      invoice,
      payeename: expect.stringContaining('Client'),
    })
    expect(await server.request(paymentCount, { filter: { client } }, billing.operator)).toEqual({ count: 1 })
  })

  test('with the id of another payment is refused', async () => {
    const invoice = await billing.issue(client, 1000)
    const payment = newId()
    await billing.run(invoice, 'pay', { amount: '4.00', payment })
    await billing.run(invoice, 'pay', { amount: '4.00', payment })
    const taken = { code: 'payment.id_taken', status: 409, field: 'params.payment' }
    expect(await billing.refuse(invoice, 'pay', { amount: '5.00', payment })).toMatchObject(taken)
    const other = await billing.issue(await billing.addClient(), 400)
    expect(await billing.refuse(other, 'pay', { amount: '4.00', payment })).toMatchObject(taken)
    expect(await billing.invoice(invoice)).toMatchObject({ paid: '4.00' })
    expect(await billing.invoice(other)).toMatchObject({ paid: '0.00' })
  })
})

describe('a trial payment', () => {
  test('pays an invoice at once, is marked as a trial, and so is the invoice', async () => {
    const invoice = await billing.issue(client, 1000)
    const payment = await pay({ invoice })
    expect(payment).toMatchObject({
      typecode: 'offline',
      statecode: 'succeeded',
      amount: '10.00',
      captured: '10.00',
      trial: true,
      label: (await billing.invoice(invoice)).code,
    })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid', open: '0.00', trial: true })
    expect(await billing.balance('clearing', 'offline')).toBeLessThan(0)
    expect(await billing.balance('client', client)).toBe(0)
    expect(await refusePay({ invoice })).toMatchObject({ code: 'payment.invoice_settled' })
  })

  test('pays no invoice that is not a trial', async () => {
    const invoice = await billing.issue(client, 1000)
    const rows = sql`alter table invoices disable trigger invoices_issued;
      update invoices set is_trial = false where id = ${sql.lit(invoice)};
      alter table invoices enable trigger invoices_issued`
    await rows.execute(server.db)
    expect(await refusePay({ invoice })).toMatchObject({ code: 'payment.trial_mismatch' })
  })

  test('tops up the account of a client', async () => {
    const payment = await pay({ client, amount: '25.00' })
    expect(payment).toMatchObject({ purpose: 'top_up', statecode: 'succeeded', invoice: null, client })
    expect(await billing.balance('client', client)).toBe(2500)
    const orders = await server.request(orderList, { filter: { client } }, billing.operator)
    expect(orders).toMatchObject([{ typecode: 'top_up', amount: '25.00', id: payment.order }])
  })

  test('with a repeated id is one payment, and other content is refused', async () => {
    const id = newId()
    const body = { id, client, amount: '5.00' }
    const made = await Promise.all([pay(body), pay(body)])
    expect(made.map((payment) => payment.id)).toEqual([id, id])
    expect(await refusePay({ id, client, amount: '6.00' })).toMatchObject({
      code: 'payment.id_taken',
      status: 409,
    })
    expect(await billing.balance('client', client)).toBe(500)
  })

  test('waits for its capture if a user asks for it, and is captured or cancelled by a method', async () => {
    const invoice = await billing.issue(client, 1000)
    const { id } = await pay({ invoice, capture: 'later' })
    expect(await billing.payment(id)).toMatchObject({ statecode: 'waiting_for_capture', captured: '0.00' })
    expect(await billing.invoice(invoice)).toMatchObject({ open: '10.00' })
    expect(await refusePay({ invoice })).toMatchObject({ code: 'payment.in_progress', status: 409 })
    await billing.run(id, 'cancel')
    expect(await billing.payment(id)).toMatchObject({ statecode: 'cancelled' })
    const second = await pay({ invoice, capture: 'later' })
    await billing.run(invoice, 'pay', { amount: '4.00' })
    await billing.run(second.id, 'capture')
    // at most what is open
    expect(await billing.payment(second.id)).toMatchObject({ statecode: 'succeeded', captured: '6.00' })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid', paid: '10.00' })
    expect(await billing.refuse(second.id, 'capture')).toMatchObject({ code: 'payment.wrong_state' })
  })

  test.each([
    [{}, 'payment.purpose_required'],
    [{ amount: '5.00' }, 'payment.purpose_required'],
    [{ amount: '0.00', client: 'own' }, 'payment.amount_invalid'],
    [{ amount: '1.005', client: 'own' }, 'payment.amount_invalid'],
    [{ amount: '5.00', client: 'own', provider: 'stripe' }, 'payment.provider_inactive'],
    [{ amount: '5.00', client: newId() }, 'client.not_found'],
    [{ amount: '5.00', client: 'own', returnto: 'https://evil.example/' }, 'payment.return_invalid'],
    [{ amount: '5.00', client: 'own', returnto: '//evil.example/' }, 'payment.return_invalid'],
    [{ amount: '5.00', client: 'own', returnto: String.raw`/\evil.example` }, 'payment.return_invalid'],
  ])('of %o is refused', async (body, code) => {
    const own = 'client' in body && body.client === 'own' ? { client } : {}
    expect(await refusePay({ ...body, ...own })).toMatchObject({ code })
  })
})

describe('two users who pay one invoice at the same time', () => {
  test.each([1, 2, 3])('pay it once, try %i', async () => {
    const invoice = await billing.issue(client, 1000)
    const carl = await billing.userOf(client)
    const replies = await Promise.all(
      [billing.operator, carl, billing.operator, carl].map((who) =>
        server.call(paymentCreate, { provider: 'offline', invoice }, who),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid', paid: '10.00' })
    expect(await paymentsOf(invoice)).toHaveLength(1)
    expect(await billing.balance('client', client)).toBe(0)
  })

  test('also when one records a transfer', async () => {
    const invoice = await billing.issue(client, 1000)
    await Promise.all([
      server.call(paymentCreate, { provider: 'offline', invoice }, billing.operator),
      server.call(methodRun, { id: invoice, code: 'pay' }, billing.operator),
    ])
    const { paid } = await billing.invoice(invoice)
    const captured = (await paymentsOf(invoice)).reduce((sum, payment) => sum + Number(payment.captured), 0)
    expect(Number(paid)).toBe(captured)
    expect(await billing.balance('client', client)).toBe(captured * 100 - 1000)
  })
})

describe('a refund', () => {
  test('needs money of the client: a credit note comes first', async () => {
    const invoice = await billing.issue(client, 1000)
    const { id } = await pay({ invoice })
    expect(await billing.refuse(id, 'refund')).toMatchObject({ code: 'ledger.balance_too_low' })
    await billing.run(invoice, 'credit', { reason: 'The station was faulty' })
    await billing.run(id, 'refund', { reason: 'The station was faulty', amount: '4.00' })
    expect(await billing.payment(id)).toMatchObject({
      statecode: 'succeeded',
      refunded: '4.00',
      refundable: '6.00',
      refunds: [{ statecode: 'succeeded', amount: '4.00', reason: 'The station was faulty' }],
    })
    expect(await billing.refuse(id, 'refund', { amount: '6.01' })).toMatchObject({
      code: 'payment.amount_too_high',
      params: { limit: '6.00', currency: 'EUR' },
    })
    await billing.run(id, 'refund')
    expect(await billing.payment(id)).toMatchObject({ statecode: 'refunded', refunded: '10.00' })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'closed', paid: '0.00' })
    expect(await billing.balance('client', client)).toBe(0)
    expect(await billing.refuse(id, 'refund')).toMatchObject({ code: 'payment.wrong_state' })
  })

  test('of a transfer is paid from the bank', async () => {
    const invoice = await billing.issue(client, 1000)
    await billing.run(invoice, 'pay', { amount: '12.50' })
    const [payment] = await paymentsOf(invoice)
    const bank = await billing.balance('bank', '')
    await billing.run(payment!.id, 'refund', { amount: '2.50' })
    expect(await billing.balance('bank', '')).toBe(bank + 250)
    expect(await billing.invoice(invoice)).toMatchObject({ paid: '10.00', statecode: 'paid' })
  })

  test('that is requested several times is booked once', async () => {
    const { id } = await pay({ client, amount: '10.00' })
    const refund = newId()
    await Promise.all([1, 2, 3].map(() => billing.run(id, 'refund', { amount: '3.00', refund })))
    expect(await billing.payment(id)).toMatchObject({ refunded: '3.00' })
    expect(await billing.refuse(id, 'refund', { amount: '4.00', refund })).toMatchObject({ status: 409 })
    const runs = await Promise.all(
      [1, 2, 3].map(() =>
        server.call(methodRun, { id, code: 'refund', params: { amount: '5.00' } }, billing.operator),
      ),
    )
    expect(runs.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await billing.balance('client', client)).toBe(200)
  })

  test('of all is answered again if its request is repeated, and booked once', async () => {
    const { id } = await pay({ client, amount: '10.00' })
    const refund = newId()
    const params = { refund, reason: 'Paid twice' }
    const request = () => server.request(methodRun, { id, code: 'refund', params }, billing.operator)
    await request()
    expect(await request()).toMatchObject({ object: id, method: 'refund', newstate: 'refunded' })
    expect(await billing.balance('client', client)).toBe(0)
    const entries = server.db.selectFrom('audit_log').select('id').where('object_id', '=', id)
    expect(await entries.where('action', '=', 'refund').execute()).toHaveLength(1)
    // another content, another payment, and a user of the client
    const other = { refund, amount: '4.00' }
    expect(await billing.refuse(id, 'refund', other)).toMatchObject({ code: 'payment.wrong_state' })
    const { id: second } = await pay({ client, amount: '10.00' })
    expect(await billing.refuse(second, 'refund', params)).toMatchObject({ code: 'payment.id_taken' })
    const carl = await billing.userOf(client)
    expect((await server.call(methodRun, { id, code: 'refund', params }, carl)).status).not.toBe(200)
  })
})

describe('users of a client', () => {
  test('see and make payments of it, and move no money of others', async () => {
    const carl = await billing.userOf(client)
    const other = await billing.addClient()
    const foreign = await pay({ client: other, amount: '5.00' })
    const invoice = await billing.issue(client, 1000)
    const foreignInvoice = await billing.issue(other, 1000)
    const own = await pay({ client, amount: '7.00' }, carl)
    expect(own).toMatchObject({ statecode: 'succeeded', methods: {} })
    expect(await pay({ invoice }, carl)).toMatchObject({ statecode: 'succeeded' })
    expect(await billing.invoice(invoice)).toMatchObject({ statecode: 'paid' })
    expect((await server.request(paymentList, {}, carl)).every((row) => row.client === client)).toBe(true)
    expect(await server.requestError(paymentGet, { id: foreign.id }, carl)).toMatchObject({ status: 404 })
    expect(await refusePay({ invoice: foreignInvoice }, carl)).toMatchObject({ code: 'invoice.not_found' })
    expect(await refusePay({ client: other, amount: '5.00' }, carl)).toMatchObject({
      code: 'client.not_found',
    })
    expect(await refusePay({ id: foreign.id, client, amount: '5.00' }, carl)).toMatchObject({ status: 409 })
    const later = { client, amount: '5.00', capture: 'later' }
    expect(await refusePay(later, carl)).toMatchObject({ status: 403 })
    const refund = { id: own.id, code: 'refund' }
    expect(await server.requestError(methodRun, refund, carl)).toMatchObject({ status: 403 })
  })
})

test('the providers of a server are known, and messages of another one are refused', async () => {
  expect(await server.request(paymentProviders, {}, billing.operator)).toEqual([
    { code: 'manual', trial: false, online: false },
    { code: 'offline', trial: true, online: true },
  ])
  expect(await server.requestError(paymentEvent, {})).toMatchObject({ code: 'payment.provider_inactive' })
})

test('a call whose result was lost when the server stopped is repeated once its lease has ended', async () => {
  const { id } = await pay({ client, amount: '5.00', capture: 'later' })
  // as committed by a server that stopped before it made the call
  await sql`insert into payment_requests (id, account_id, payment_id, kind, amount_minor, due_at, created_at, attempts,
      first_sent_at, leased_until)
    values (${newId()}, ${billing.operator.accountId}, ${id}, 'capture', 500, ${server.clock.now()},
      ${server.clock.now()}, 1, ${server.clock.now()}, ${new Date(server.clock.now().getTime() + 60_000)})`.execute(
    server.db,
  )
  await billing.reconcile()
  expect(await billing.payment(id)).toMatchObject({ statecode: 'waiting_for_capture' })
  server.clock.forward(61_000)
  await billing.reconcile()
  await billing.reconcile()
  expect(await billing.payment(id)).toMatchObject({ statecode: 'succeeded', captured: '5.00' })
  expect(await billing.balance('client', client)).toBe(500)
})

// Proves L231
test('a client has at most 20 payments that wait', async () => {
  const later = { client, amount: '1.00', capture: 'later' }
  for (let count = 0; count < 20; count += 1) await pay(later)
  expect(await refusePay(later)).toMatchObject({ code: 'limit.reached', params: { limit: 20 } })
  const [first] = await server.request(paymentList, { filter: { client } }, billing.operator)
  await billing.run(first!.id, 'cancel')
  await pay(later)
})

// Proves L232, L233
test('a payment has at most 50 refunds, each with a reason of at most 500 characters', async () => {
  const { id } = await pay({ client, amount: '10.00' })
  const long = { reason: 'x'.repeat(501) }
  expect(await billing.refuse(id, 'refund', long)).toMatchObject({
    code: 'value.too_long',
    params: { limit: 500 },
  })
  await billing.run(id, 'refund', { amount: '0.01', reason: 'x'.repeat(500) })
  await sql`insert into refunds (id, account_id, client_id, payment_id, state, amount_minor, currency, journal_id)
    select gen_random_uuid(), account_id, client_id, payment_id, 'failed', 1, 'EUR', journal_id
    from refunds, generate_series(1, 49) where payment_id = ${id}`.execute(server.db)
  expect(await billing.refuse(id, 'refund')).toMatchObject({ code: 'limit.reached', params: { limit: 50 } })
})

test('a message of a provider that is not configured at present waits until it is', async () => {
  const now = server.clock.now()
  await sql`insert into provider_events (id, provider, event, type, object_kind, object_reference, body, received_at, due_at)
    values (${newId()}, 'stripe', 'evt_1', 'refund.created', 'refund', 're_1', '', ${now}, ${now})`.execute(
    server.db,
  )
  await billing.reconcile()
  const { rows } = await sql`select state, error from provider_events`.execute(server.db)
  expect(rows).toEqual([{ state: 'pending', error: 'the provider is not configured' }])
})
