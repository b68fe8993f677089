import { createHash } from 'node:crypto'
import {
  clientAccountList,
  chargeList,
  invoiceDraft,
  invoiceGet,
  invoiceLines,
  invoiceList,
  methodRun,
  sellerSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { address } from './billing-data.ts'
import { InvoiceFixture, october } from './invoice-fixture.ts'
import { sumsOfLedger } from './ledger-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: InvoiceFixture
let server: TestServer
let operator: TestUser
let seller: string
let client: string
beforeAll(async () => {
  fixture = await InvoiceFixture.open()
  ;({ server, operator, seller } = fixture)
})
afterAll(() => server.close())

beforeEach(async () => {
  client = await fixture.addClient()
})

const addClient = (fields: object = address) => fixture.addClient(fields)
type Charge = Parameters<InvoiceFixture['addCharge']>[0]
const addCharge = (charge: Omit<Charge, 'of'> & { of?: string }) =>
  fixture.addCharge({ of: client, ...charge })
const draft = (of = client) => fixture.draft(of)
const run = (id: string, code: string, params?: Record<string, unknown>) => fixture.run(id, code, params)
const get = (id: string) => fixture.invoice(id)

describe('an invoice', () => {
  // Proves S3.11
  test('is drafted from the charges of the period, issued with a number, and booked', async () => {
    await addCharge({ amountMinor: 1000 })
    await addCharge({ amountMinor: 1500 })
    await addCharge({ amountMinor: 999, endedAt: '2026-11-01T00:00:00+01:00' })
    const [invoice, ...others] = await draft()
    expect(others).toEqual([])
    // 25.00 × 19 ÷ 119 = 3.99
    const totals = { amount: '25.00', tax: '3.99', net: '21.01' }
    expect(invoice).toMatchObject({ statecode: 'created', code: null, lines: 2, ...totals, open: '0.00' })
    expect(await server.changesOf(invoice!.id)).toEqual(['create by olga'])
    expect(await run(invoice!.id, 'issue')).toMatchObject({ newstate: 'in_progress' })
    const issued = await get(invoice!.id)
    expect(issued).toMatchObject({
      ...totals,
      open: '25.00',
      currency: 'EUR',
    })
    expect(issued.taxes).toEqual([{ country: 'DE', rate: 1900, net: '21.01', tax: '3.99', gross: '25.00' }])
    expect(issued.code).toMatch(/^INV-\d{4}-\d{5}$/)
    expect(issued.reference).toMatch(/^RF\d{2}INV/)
    expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
    const charges = await server.request(chargeList, { filter: { invoiceid: invoice!.id } }, operator)
    expect(charges.map(({ statecode, invoicecode }) => [statecode, invoicecode])).toEqual([
      ['succeeded', issued.code],
      ['succeeded', issued.code],
    ])
    const lines = await server.request(invoiceLines, { id: invoice!.id }, operator)
    expect(lines.map(({ line, amount, net, tax }) => [line, amount, net, tax])).toEqual([
      [1, '10.00', '8.40', '1.60'],
      [2, '15.00', '12.61', '2.39'],
    ])
  })

  test('of net prices adds the tax once', async () => {
    await addCharge({ amountMinor: 333, isTaxIncluded: false })
    await addCharge({ amountMinor: 333, isTaxIncluded: false })
    const [invoice] = await draft()
    await run(invoice!.id, 'issue')
    // 6.66 × 19 % = 1.2654
    expect(await get(invoice!.id)).toMatchObject({ net: '6.66', tax: '1.27', amount: '7.93' })
    expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
  })

  test('has one currency and one kind of price list', async () => {
    await addCharge({ amountMinor: 100 })
    await addCharge({ amountMinor: 100, currency: 'CHF' })
    await addCharge({ amountMinor: 100, isTaxIncluded: false })
    expect((await draft()).map(({ currency, taxincluded }) => `${currency} ${taxincluded}`).sort()).toEqual([
      'CHF true',
      'EUR false',
      'EUR true',
    ])
  })

  test('that was issued cannot be changed or deleted, not even by SQL', async () => {
    await addCharge({ amountMinor: 100 })
    const [invoice] = await draft()
    await run(invoice!.id, 'issue')
    const id = invoice!.id
    await expect(
      sql`update invoices set gross_minor = 1, net_minor = 1, tax_minor = 0 where id = ${id}`.execute(
        server.db,
      ),
    ).rejects.toThrow('cannot be changed')
    await expect(
      sql`update invoice_lines set amount_minor = 1 where invoice_id = ${id}`.execute(server.db),
    ).rejects.toThrow('cannot be changed')
    await expect(sql`delete from invoices where id = ${id}`.execute(server.db)).rejects.toThrow(
      'cannot be changed',
    )
    const moved = sql`update invoice_lines set invoice_id = ${newId()} where invoice_id = ${id}`
    await expect(moved.execute(server.db)).rejects.toThrow('cannot be changed')
  })

  test('that is cancelled as a draft releases its charges', async () => {
    const charge = await addCharge({ amountMinor: 100 })
    const [invoice] = await draft()
    expect(await run(invoice!.id, 'cancel')).toMatchObject({ newstate: 'cancelled' })
    expect(await get(invoice!.id)).toMatchObject({ lines: 0, amount: '0.00', taxes: [] })
    const [again] = await draft()
    expect((await server.request(invoiceLines, { id: again!.id }, operator))[0]).toMatchObject({ charge })
  })

  test('names what is missing of the client', async () => {
    const incomplete = await addClient({ countrycode: 'AT' })
    await addCharge({ amountMinor: 100, of: incomplete })
    const [invoice] = await draft(incomplete)
    expect(await server.requestError(methodRun, { id: invoice!.id, code: 'issue' }, operator)).toMatchObject({
      code: 'invoice.client_incomplete',
      params: { fields: 'street, postalcode, city' },
    })
    expect(await get(invoice!.id)).toMatchObject({ statecode: 'created', code: null })
  })

  test('without charges is not drafted', async () => {
    expect(await server.requestError(invoiceDraft, { client, seller, ...october }, operator)).toMatchObject({
      code: 'invoice.no_charges',
    })
  })
})

test('numbers have no gaps when several users issue and some attempts fail', async () => {
  const drafts: string[] = []
  for (let index = 0; index < 12; index++) {
    const of = await addClient(index % 3 === 0 ? { countrycode: 'AT' } : address)
    await addCharge({ amountMinor: 100 + index, of })
    drafts.push((await draft(of))[0]!.id)
  }
  const results = await Promise.allSettled(drafts.map((id) => run(id, 'issue')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  const issued = await server.request(
    invoiceList,
    { filter: { typecode: 'invoice' }, reclimit: 5000 },
    operator,
  )
  const numbers = issued
    .flatMap(({ code }) => (code === null ? [] : [Number(code.slice(-5))]))
    .sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('the documents of an invoice are made once, served by a signed address, and never change', async () => {
  await addCharge({ amountMinor: 1000 })
  const [invoice] = await draft()
  await run(invoice!.id, 'issue')
  await server.app.jobs.work('invoices.documents')
  await server.app.jobs.work('invoices.documents')
  const { documents, code } = await get(invoice!.id)
  expect(documents).toMatchObject([
    { kind: 'pdf', name: `${code}.pdf`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  const file = await fetch(server.url + documents[0]!.url)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(documents[0]!.sha256)
  await expect(sql`update documents set name = 'other'`.execute(server.db)).rejects.toThrow(
    'cannot be changed',
  )
})

const issue = (...amounts: number[]) => fixture.issue(client, ...amounts)

describe('a credit note', () => {
  test('repeats the amounts of its invoice and closes it', async () => {
    const id = await issue(1000, 1500)
    await run(id, 'credit', { reason: 'The station was faulty' })
    const invoice = await get(id)
    expect(invoice).toMatchObject({ credited: '25.00', open: '0.00', statecode: 'closed' })
    const note = await get(invoice.creditnotes[0]!.id)
    expect(note).toMatchObject({
      typecode: 'credit_note',
      amount: '25.00',
      tax: '3.99',
      correctscode: invoice.code,
      description: 'The station was faulty',
      statecode: 'closed',
    })
    expect(note.code).toMatch(/^CN-/)
    expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
    expect(
      await server.requestError(methodRun, { id, code: 'credit', params: { reason: 'again' } }, operator),
    ).toMatchObject({
      status: 400,
    })
  })

  test('can repeat single lines, each once', async () => {
    const id = await issue(1000, 1500)
    await run(id, 'credit', { reason: 'Wrong price', lines: [2] })
    expect(await get(id)).toMatchObject({ credited: '15.00', open: '10.00', statecode: 'in_progress' })
    expect(
      await server.requestError(
        methodRun,
        { id, code: 'credit', params: { reason: 'x', lines: [2] } },
        operator,
      ),
    ).toMatchObject({ code: 'invoice.credited_in_full' })
    await run(id, 'credit', { reason: 'The rest' })
    expect(await get(id)).toMatchObject({ credited: '25.00', statecode: 'closed' })
  })

  test('needs a reason', async () => {
    const id = await issue(100)
    expect(await server.requestError(methodRun, { id, code: 'credit' }, operator)).toMatchObject({
      code: 'invoice.reason_required',
    })
  })
})

test('payments lead an invoice to its end, whatever their order, and each is booked once', async () => {
  await addCharge({ amountMinor: 1000 })
  const [invoice] = await draft()
  const { id } = invoice!
  await run(id, 'issue')
  await Promise.all([run(id, 'pay', { amount: '4.00' }), run(id, 'pay', { amount: '3.5' })])
  expect(await get(id)).toMatchObject({ paid: '7.50', open: '2.50', statecode: 'in_progress' })
  const payment = newId()
  await Promise.all([1, 2, 3].map(() => run(id, 'pay', { amount: '1.00', payment })))
  expect(await get(id)).toMatchObject({ paid: '8.50', open: '1.50' })
  await run(id, 'pay')
  expect(await get(id)).toMatchObject({ paid: '10.00', open: '0.00', statecode: 'paid', overdue: false })
  expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
  const [account] = await server.request(clientAccountList, { filter: { client } }, operator)
  expect(account).toMatchObject({ balance: '0.00' })
  expect(await server.requestError(methodRun, { id, code: 'pay' }, operator)).toMatchObject({ status: 400 })
})

test.each(['0', '-1.00', '1.005', '1,00', 'ten', 5])('%s is not an amount of a payment', async (amount) => {
  await addCharge({ amountMinor: 1000 })
  const [invoice] = await draft()
  await run(invoice!.id, 'issue')
  const body = { id: invoice!.id, code: 'pay', params: { amount } }
  expect(await server.requestError(methodRun, body, operator)).toMatchObject({
    code: 'payment.amount_invalid',
  })
})

test('users of a client see what was issued to it, nothing of others, and no draft', async () => {
  const carl = await server.user('carl')
  await sql`update users set client_id = ${client} where id = ${carl.id}`.execute(server.db)
  await addCharge({ amountMinor: 100 })
  const [own] = await draft()
  const other = await addClient()
  await addCharge({ amountMinor: 100, of: other })
  const [foreign] = await draft(other)
  await run(foreign!.id, 'issue')
  expect(await server.request(invoiceList, {}, carl)).toEqual([])
  await run(own!.id, 'issue')
  expect(await server.request(invoiceList, {}, carl)).toMatchObject([{ id: own!.id, methods: {} }])
  for (const endpoint of [invoiceGet, invoiceLines])
    expect(await server.requestError(endpoint, { id: foreign!.id }, carl)).toMatchObject({ status: 404 })
  expect(
    await server.requestError(methodRun, { id: own!.id, code: 'credit', params: { reason: 'x' } }, carl),
  ).toMatchObject({
    status: 403,
  })
})

test('a second draft of a client and a period is refused until the first one is issued', async () => {
  await addCharge({ amountMinor: 100 })
  const [first] = await draft()
  await addCharge({ amountMinor: 200 })
  expect(await server.requestError(invoiceDraft, { client, seller, ...october }, operator)).toMatchObject({
    code: 'invoice.draft_exists',
  })
  await run(first!.id, 'issue')
  expect(await draft()).toMatchObject([{ lines: 1 }])
})

test('an invoice whose documents could not be made takes no number', async () => {
  await addCharge({ amountMinor: 1000, currency: 'XYZ' })
  const [invoice] = await draft()
  const body = { id: invoice!.id, code: 'issue' }
  expect(await server.requestError(methodRun, body, operator)).toMatchObject({
    code: 'invoice.document_invalid',
    params: { fields: expect.stringContaining('currency') },
  })
  expect(await get(invoice!.id)).toMatchObject({ statecode: 'created', code: null })
})

test('an invoice takes charges back, and has documents', async () => {
  await addCharge({ amountMinor: 1000 })
  const taken = await addCharge({ amountMinor: 400 })
  await sql`update charges set amount_minor = -400, quantity = -4000 where id = ${taken}`.execute(server.db)
  const [invoice] = await draft()
  await run(invoice!.id, 'issue')
  await server.app.jobs.work('invoices.documents')
  const issued = await get(invoice!.id)
  expect(issued).toMatchObject({ amount: '6.00', error: null })
  expect(issued.documents.map(({ kind }) => kind)).toContain('pdf')
})

// Proves L226
test('the reason of a credit note has at most 500 characters', async () => {
  const id = await issue(100)
  const body = { id, code: 'credit', params: { reason: 'x'.repeat(501) } }
  expect(await server.requestError(methodRun, body, operator)).toMatchObject({ code: 'value.too_long' })
})

test('an amount that JavaScript does not represent exactly is not a payment', async () => {
  await addCharge({ amountMinor: 10, currency: 'CLF' })
  const [invoice] = await draft()
  await run(invoice!.id, 'issue')
  const body = { id: invoice!.id, code: 'pay', params: { amount: '999999999999.9999' } }
  expect(await server.requestError(methodRun, body, operator)).toMatchObject({
    code: 'payment.amount_invalid',
  })
})

// Proves L225
test('an invoice has at most 1,000 lines, and the next one the rest', async () => {
  const charge = await addCharge({ amountMinor: 100 })
  await sql`insert into charges select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
      'service', 'TIME', 'tax_bp', n))).* from charges c, generate_series(1, 1000) n where c.id = ${charge}`.execute(
    server.db,
  )
  const [invoice] = await draft()
  expect(invoice).toMatchObject({ lines: 1000 })
  await sql`update invoices set period_from = '2026-09-30' where id = ${invoice!.id}`.execute(server.db)
  expect(await draft()).toMatchObject([{ lines: 1 }])
})

// Proves L224
test('an account has at most 100 sellers', async () => {
  await sql`insert into sellers (id, account_id, code, name) select gen_random_uuid(), account_id, 'T' || n, 'Test ' || n
    from sellers, generate_series(1, 99) n where id = ${seller}`.execute(server.db)
  expect(await server.requestError(sellerSet, { id: null, name: 'One more' }, operator)).toMatchObject({
    code: 'limit.reached',
  })
})
