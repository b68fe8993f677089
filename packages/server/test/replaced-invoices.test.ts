import {
  chargeList,
  clientSet,
  invoiceLines,
  methodRun,
  paymentCreate,
  paymentList,
  reportSum,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentOfInvoice } from '../src/modules/invoices/document-of-invoice.ts'
import { issuedInvoice } from '../src/modules/invoices/documents-store.ts'
import { address } from './billing-data.ts'
import {
  addCard,
  addTariff,
  balance,
  connectStation,
  payIn,
  proposeCorrection,
  revenueOf,
} from './charge-fixture.ts'
import { balanced, PaymentFixture } from './payment-fixture.ts'
import { dayFromNow } from './report-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: PaymentFixture
let server: TestServer
let operator: TestUser
let account: string
let station: Awaited<ReturnType<typeof connectStation>>
let client: string

beforeAll(async () => {
  fixture = await PaymentFixture.open({ OFFLINE_PAYMENTS: '1' })
  ;({ server, operator } = fixture)
  account = operator.accountId
  await addTariff(server, account)
  station = await connectStation(server, operator, 'CP-REPLACED')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})
beforeEach(async () => {
  client = await fixture.addClient()
})

const reason = 'Wrong address'
const replace = (id: string) => fixture.run(id, 'replace', { reason })
const refuse = (id: string) => fixture.refuse(id, 'replace', { reason })

/** Replaces an invoice; returns the credit note and the new invoice. */
async function replaced(id: string) {
  const { outcome } = await replace(id)
  const { creditnote, invoice } = outcome as { creditnote: string; invoice: string }
  return { note: await fixture.invoice(creditnote), next: await fixture.invoice(invoice) }
}

/** Charges 10 kWh, and issues the invoice: 5.20. */
async function invoiced() {
  await fixture.setSchedule(client, 'immediate')
  const card = await addCard(server, account, client)
  return fixture.invoiceSession(station.socket, { client, card })
}

const documentOf = async (id: string) => documentOfInvoice((await issuedInvoice(server.db, id))!)

const correct = (session: string, wh: number) => proposeCorrection(server, operator, { session, wh })

/** Balances of the client and of the accounts of charges and documents, in minor units. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; sum: number }>`
    select a.kind || ' ' || case a.kind when 'client' then '' else a.ref end as name,
      sum(b.credit_minor - b.debit_minor)::int as sum
    from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id
    where a.account_id = ${account} and a.kind in ('revenue', 'tax', 'uninvoiced', 'client')
      and (a.kind <> 'client' or a.client_id = ${client}) group by 1`.execute(server.db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

describe('an invoice that is credited and invoiced again', () => {
  test.each([true, false])(
    'leaves all balances as the first invoice did, gross prices: %s',
    async (isTaxIncluded) => {
      await fixture.addCharge({ amountMinor: 1_000, isTaxIncluded, of: client })
      await fixture.addCharge({ amountMinor: 333, isTaxIncluded, of: client })
      const id = await fixture.issue(client)
      const before = await balances()
      const first = await fixture.invoice(id)
      const { note, next } = await replaced(id)
      const { amount, net, tax, taxes, periodfrom, periodto } = first
      expect(next).toMatchObject({ amount, net, tax, taxes, periodfrom, periodto, open: amount })
      expect(next).toMatchObject({ statecode: 'in_progress', replaces: id, replacescode: first.code })
      expect(note).toMatchObject({ amount, corrects: id, description: reason })
      const closed = await fixture.invoice(id)
      expect(closed).toMatchObject({ statecode: 'closed', open: '0.00', credited: amount })
      expect(closed).toMatchObject({ replacedby: next.id, replacedbycode: next.code })
      expect(await balances()).toEqual(before)
      expect(await fixture.ledger()).toEqual(balanced)
      const charges = await server.request(chargeList, { filter: { client } }, operator)
      expect(charges.map(({ statecode, invoiceid }) => [statecode, invoiceid])).toEqual([
        ['succeeded', next.id],
        ['succeeded', next.id],
      ])
    },
  )

  test('has the data of the client as they are now', async () => {
    const id = await fixture.issue(client, 1_000)
    const data = { street: 'Neue Gasse 2', postalcode: '8010', city: 'Graz', vatid: 'ATU12345675' }
    await server.request(clientSet, { id: client, ...data }, operator)
    const { note, next } = await replaced(id)
    expect((await documentOf(next.id)).buyer).toMatchObject({
      vatId: 'ATU12345675',
      address: { street: 'Neue Gasse 2', city: 'Graz' },
    })
    expect((await documentOf(note.id)).buyer).toMatchObject({
      vatId: null,
      address: { street: address.street },
    })
  })

  test('is named in the documents of both', async () => {
    const id = await fixture.issue(client, 1_000)
    const { note, next } = await replaced(id)
    const { number, issuedOn, precedingInvoice } = await documentOf(id)
    expect(precedingInvoice).toBeNull()
    expect((await documentOf(note.id)).precedingInvoice).toEqual({ number, issuedOn })
    expect((await documentOf(next.id)).precedingInvoice).toEqual({ number, issuedOn })
  })

  test('leaves the reported revenue of its sessions unchanged', async () => {
    const { session, invoice } = await invoiced()
    const days = { from: dayFromNow(-2), to: dayFromNow(2), client }
    const reported = () => server.request(reportSum, days, operator)
    const before = await reported()
    expect(before).toMatchObject([{ sessions: 1, gross: '5.20' }])
    await replaced(invoice)
    expect(await reported()).toEqual(before)
    expect(await revenueOf(server, session)).toEqual({ listed: 520, sessions: 1, energy: 10_000 })
  })

  test('is replaced once by several users at the same time, and refuses a repeated request', async () => {
    const id = await fixture.issue(client, 1_000)
    const body = { id, code: 'replace', params: { reason } }
    const answers = await Promise.all([1, 2, 3].map(() => server.call(methodRun, body, operator)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await refuse(id)).toMatchObject({ code: 'invoice.replaced' })
    const types = (await fixture.ofClient(client)).map(({ typecode }) => typecode)
    expect(types.sort()).toEqual(['credit_note', 'invoice', 'invoice'])
    expect(await balance(server, client)).toBe(-1_000)
  })

  test('can be corrected again by way of the new one', async () => {
    const id = await fixture.issue(client, 1_000)
    const { next } = await replaced(id)
    const { next: last } = await replaced(next.id)
    expect(last).toMatchObject({ amount: '10.00', replaces: next.id })
    expect(await balance(server, client)).toBe(-1_000)
    expect(await fixture.ledger()).toEqual(balanced)
  })

  test('remains as it is while data are incomplete, and no number is missing', async () => {
    const id = await fixture.issue(client, 1_000)
    const last = await fixture.invoice(id)
    await server.request(clientSet, { id: client, street: null }, operator)
    expect(await refuse(id)).toMatchObject({ code: 'invoice.client_incomplete' })
    expect(await fixture.invoice(id)).toMatchObject({ statecode: 'in_progress', creditnotes: [] })
    await server.request(clientSet, { id: client, street: 'Ring 2' }, operator)
    const { next } = await replaced(id)
    expect(Number(next.code!.slice(-5))).toBe(Number(last.code!.slice(-5)) + 1)
  })

  test('is recorded in the audit trail with both documents', async () => {
    const id = await fixture.issue(client, 1_000)
    const { note, next } = await replaced(id)
    expect(await server.changesOf(note.id)).toEqual(['create by olga'])
    expect(await server.changesOf(next.id)).toEqual(['create by olga'])
  })

  // Proves L226
  test('needs a reason of at most 500 characters', async () => {
    const id = await fixture.issue(client, 1_000)
    expect(await fixture.refuse(id, 'replace')).toMatchObject({
      code: 'invoice.reason_required',
      field: 'params.reason',
    })
    expect(await fixture.refuse(id, 'replace', { reason: 'x'.repeat(501) })).toMatchObject({
      code: 'value.too_long',
    })
  })

  test('cannot be chosen by users of its client, nor by operators of another account', async () => {
    const id = await fixture.issue(client, 1_000)
    const body = { id, code: 'replace', params: { reason } }
    const member = await fixture.userOf(client)
    expect(await server.requestError(methodRun, body, member)).toMatchObject({ status: 403 })
    const foreign = await server.user('foreign', { accountId: await server.addAccount('foreign') })
    expect(await server.requestError(methodRun, body, foreign)).toMatchObject({ status: 404 })
    expect(await fixture.invoice(id)).toMatchObject({ statecode: 'in_progress', replacedby: null })
  })
})

describe('an invoice that has credit notes', () => {
  test('and is credited in full is invoiced again once', async () => {
    const { session, invoice } = await invoiced()
    const before = await balances()
    await fixture.run(invoice, 'credit', { reason })
    const { note, next } = await replaced(invoice)
    expect(note).toMatchObject({ amount: '5.20', corrects: invoice })
    expect(next).toMatchObject({ amount: '5.20', open: '5.20' })
    expect(await refuse(invoice)).toMatchObject({ code: 'invoice.replaced' })
    expect(await fixture.ofClient(client)).toHaveLength(3)
    expect(await balances()).toEqual(before)
    expect(await revenueOf(server, session)).toEqual({ listed: 520, sessions: 1, energy: 10_000 })
  })

  test('for some lines is invoiced again for the others', async () => {
    const id = await fixture.issue(client, 1_000, 1_500)
    await fixture.run(id, 'pay')
    await fixture.run(id, 'credit', { reason: 'A favour', lines: [2] })
    const { note, next } = await replaced(id)
    expect(note).toMatchObject({ amount: '10.00' })
    // the first credit note left 15.00 to the client, which can be refunded
    expect(next).toMatchObject({ amount: '10.00', open: '0.00', paid: '25.00', lines: 1, statecode: 'paid' })
    const document = documentOfInvoice((await issuedInvoice(server.db, next.id))!)
    expect(document).toMatchObject({ paidMinor: 1_000 })
    const [payment] = await server.request(paymentList, { filter: { invoice: id } }, operator)
    await fixture.run(payment!.id, 'refund', { amount: '15.00' })
    expect(await fixture.invoice(next.id)).toMatchObject({ paid: '10.00', open: '0.00', statecode: 'paid' })
    expect(await balance(server, client)).toBe(0)
  })

  test('for all lines in several parts is not invoiced again', async () => {
    const id = await fixture.issue(client, 1_000, 1_500)
    await fixture.run(id, 'credit', { reason, lines: [1] })
    await fixture.run(id, 'credit', { reason, lines: [2] })
    expect(await refuse(id)).toMatchObject({ code: 'invoice.credited_in_parts' })
    expect(await balance(server, client)).toBe(0)
  })
})

describe('the money that was paid', () => {
  test('settles the new invoice, and is not refunded without a credit note', async () => {
    const id = await fixture.issue(client, 1_000)
    await fixture.run(id, 'pay', { amount: '6.00' })
    const { next } = await replaced(id)
    expect(next).toMatchObject({ paid: '6.00', open: '4.00', statecode: 'in_progress' })
    expect(await fixture.invoice(id)).toMatchObject({ paid: '0.00', open: '0.00', statecode: 'closed' })
    await fixture.run(next.id, 'pay')
    expect(await fixture.invoice(next.id)).toMatchObject({ paid: '10.00', statecode: 'paid' })
    expect(await balance(server, client)).toBe(0)
    const [payment] = await server.request(paymentList, { filter: { invoice: id } }, operator)
    expect(await fixture.refuse(payment!.id, 'refund')).toMatchObject({ code: 'ledger.balance_too_low' })
    await fixture.run(next.id, 'credit', { reason })
    await fixture.run(payment!.id, 'refund')
    expect(await fixture.invoice(next.id)).toMatchObject({ paid: '4.00', statecode: 'closed' })
    expect(await fixture.ledger()).toEqual(balanced)
  })

  test('is waited for while a payment is in progress', async () => {
    const id = await fixture.issue(client, 1_000)
    await server.request(paymentCreate, { invoice: id, provider: 'offline' }, operator)
    await sql`update payments set state = 'pending', booked_at = null where invoice_id = ${id}`.execute(
      server.db,
    )
    expect(await refuse(id)).toMatchObject({ code: 'payment.in_progress' })
  })

  test('in advance covers the new invoice as it covered the first one', async () => {
    await server.db.updateTable('clients').set({ is_prepaid: true }).where('id', '=', client).execute()
    await payIn(server, { accountId: account, clientId: client, amountMinor: 800 })
    const { invoice } = await invoiced()
    expect(await fixture.invoice(invoice)).toMatchObject({ statecode: 'paid' })
    const { next } = await replaced(invoice)
    expect(next).toMatchObject({ amount: '5.20', paid: '5.20', statecode: 'paid' })
    expect(await balance(server, client)).toBe(280)
    await fixture.work('invoices.issue')
    expect(await fixture.invoice(next.id)).toMatchObject({ paid: '5.20', statecode: 'paid' })
  })
})

describe('a session whose price has changed', () => {
  test('is not invoiced again before a user has decided', async () => {
    const { session, invoice } = await invoiced()
    const charge = await correct(session, 5_000)
    expect(await refuse(invoice)).toMatchObject({ code: 'invoice.price_proposed' })
    await fixture.run(charge, 'reject')
    expect((await replaced(invoice)).next).toMatchObject({ amount: '5.20' })
    expect(await balance(server, client)).toBe(-520)
  })

  test('is invoiced again at the new price once it is approved', async () => {
    const { session, invoice } = await invoiced()
    await fixture.run(await correct(session, 5_000), 'approve')
    expect((await replaced(invoice)).next).toMatchObject({ amount: '3.10', open: '3.10' })
    expect(await balance(server, client)).toBe(-310)
    await fixture.work('invoices.issue')
    expect(await fixture.ofClient(client)).toHaveLength(3)
    expect(await fixture.ledger()).toEqual(balanced)
  })

  test('and was invoiced since is not invoiced again at the old one', async () => {
    const { session, invoice } = await invoiced()
    await fixture.run(invoice, 'credit', { reason })
    await fixture.run(await correct(session, 5_000), 'approve')
    await fixture.work('invoices.issue')
    expect(await balance(server, client)).toBe(-310)
    expect(await refuse(invoice)).toMatchObject({ code: 'invoice.nothing_to_replace' })
    expect(await balance(server, client)).toBe(-310)
  })

  test('after it was invoiced again is corrected against the new invoice', async () => {
    const { session, invoice } = await invoiced()
    const { next } = await replaced(invoice)
    await fixture.run(await correct(session, 5_000), 'approve')
    await fixture.work('invoices.issue')
    expect(await fixture.invoice(next.id)).toMatchObject({ statecode: 'closed', credited: '5.20' })
    expect(await balance(server, client)).toBe(-310)
    expect(await revenueOf(server, session)).toMatchObject({ listed: 310, sessions: 1 })
    expect(await fixture.ledger()).toEqual(balanced)
  })
})

/** Issues two invoices: 5.20, and 3.10 of −5.20 + 3.10 + 5.20. */
async function takenBack() {
  const { session, invoice } = await invoiced()
  await fixture.run(await correct(session, 5_000), 'approve')
  await fixture.addCharge({ amountMinor: 520, of: client })
  await fixture.work('invoices.issue')
  const next = (await fixture.ofClient(client)).find(({ id }) => id !== invoice)!
  expect(next).toMatchObject({ amount: '3.10' })
  return { session, first: invoice, second: next.id }
}

describe('an invoice that takes back charges of another one', () => {
  test('takes them back again in the new one', async () => {
    const { session, second } = await takenBack()
    const before = await balances()
    expect((await replaced(second)).next).toMatchObject({ amount: '3.10', lines: 5 })
    expect(await balances()).toEqual(before)
    expect(await revenueOf(server, session)).toMatchObject({ listed: 310, sessions: 1 })
  })

  test('does not if a credit note has taken them back in between', async () => {
    const { session, first, second } = await takenBack()
    await fixture.run(second, 'credit', { reason })
    await fixture.run(first, 'credit', { reason })
    expect(await balance(server, client)).toBe(0)
    // 3.10 and 5.20
    expect((await replaced(second)).next).toMatchObject({ amount: '8.30' })
    expect(await balance(server, client)).toBe(-830)
    expect(await revenueOf(server, session)).toMatchObject({ listed: 310, sessions: 1 })
    expect(await fixture.ledger()).toEqual(balanced)
  })
})

test('an invoice of a deleted client is not replaced', async () => {
  const id = await fixture.issue(client, 1_000)
  await server.db.updateTable('clients').set({ state: 'deleted' }).where('id', '=', client).execute()
  expect(await refuse(id)).toMatchObject({ code: 'client.not_found' })
})

test('a draft of the same period is issued or discarded first', async () => {
  const id = await fixture.issue(client, 1_000)
  await fixture.addCharge({ amountMinor: 500, of: client })
  const [draft] = await fixture.draft(client)
  expect(await refuse(id)).toMatchObject({ code: 'invoice.draft_exists' })
  await fixture.run(draft!.id, 'issue')
  const { next } = await replaced(id)
  expect(await server.request(invoiceLines, { id: next.id }, operator)).toHaveLength(1)
})
