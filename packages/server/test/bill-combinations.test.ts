import { methodRun, noticeList, sessionCost } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address } from './billing-data.ts'
import {
  addCard,
  addTariff,
  balance,
  chargeEnergy,
  connectStation,
  energyAndFee,
  minutesAgo,
  payIn,
  proposeCorrection,
  rateAll,
  revenueOf,
  sessionId,
} from './charge-fixture.ts'
import { documentOfInvoice } from '../src/modules/invoices/document-of-invoice.ts'
import { issuedInvoice } from '../src/modules/invoices/documents-store.ts'
import { InvoiceFixture } from './invoice-fixture.ts'
import { sumsOfLedger } from './ledger-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: InvoiceFixture
let server: TestServer
let operator: TestUser
let account: string
let station: Awaited<ReturnType<typeof connectStation>>

beforeAll(async () => {
  fixture = await InvoiceFixture.open()
  ;({ server, operator } = fixture)
  account = operator.accountId
  await addTariff(server, account)
  station = await connectStation(server, operator, 'CP-COMBINED')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})

/** A client with an address and a card, whose invoices are issued immediately. */
async function payer(): Promise<{ client: string; card: string }> {
  const client = await fixture.addClient(address)
  await fixture.setSchedule(client, 'immediate')
  return { client, card: await addCard(server, account, client) }
}

/** Charges 10 kWh, rates them, and issues the invoice: 5.20. */
async function invoiced() {
  const { client, card } = await payer()
  const { session, invoice } = await fixture.invoiceSession(station.socket, { client, card })
  expect(await fixture.invoice(invoice)).toMatchObject({ amount: '5.20', statecode: 'in_progress' })
  return { client, card, session, invoice }
}

const correct = (session: string, wh: number) => proposeCorrection(server, operator, { session, wh })

const approve = (charge: string) => server.request(methodRun, { id: charge, code: 'approve' }, operator)

describe('a correction of an invoiced session', () => {
  test.each(['before', 'after'] as const)(
    'is not taken back twice if the invoice is credited %s it is approved',
    async (order) => {
      const { client, session, invoice } = await invoiced()
      const charge = await correct(session, 5_000)
      if (order === 'after') {
        await approve(charge)
        expect(await balance(server, client)).toBe(-310)
      }
      await fixture.run(invoice, 'credit', { reason: 'Wrong meter' })
      if (order === 'before') {
        expect(await balance(server, client)).toBe(0)
        await approve(charge)
      }
      expect(await balance(server, client)).toBe(-310)
      await fixture.work('invoices.issue')
      const amounts = (await fixture.ofClient(client)).map(({ typecode, amount }) => [typecode, amount])
      expect(amounts).toEqual([
        ['invoice', '5.20'],
        ['credit_note', '5.20'],
        ['invoice', '3.10'],
      ])
      expect(await revenueOf(server, session)).toMatchObject({ listed: 310 })
      expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
    },
  )

  test('is not credited again once an invoice has taken it back', async () => {
    const { client, card, session, invoice } = await invoiced()
    await approve(await correct(session, 5_000))
    await chargeEnergy(station.socket, card, { wh: 10_000, meterStart: 20_000 })
    await rateAll(server)
    await fixture.work('invoices.issue')
    const [, second] = await fixture.ofClient(client)
    expect(second).toMatchObject({ amount: '3.10' })
    expect(await balance(server, client)).toBe(-830)
    expect(
      await server.requestError(
        methodRun,
        { id: invoice, code: 'credit', params: { reason: 'Wrong meter' } },
        operator,
      ),
    ).toMatchObject({ code: 'invoice.credited_in_full' })
    expect(await balance(server, client)).toBe(-830)
  })
})

test('a correction to nothing ends with the credit note of the invoice', async () => {
  const { client, session, invoice } = await invoiced()
  await correct(session, 0)
  await fixture.run(invoice, 'credit', { reason: 'Wrong meter' })
  expect(await balance(server, client)).toBe(0)
  const cost = await server.request(sessionCost, { id: session }, operator)
  expect(cost).toMatchObject({ cost: '0.00', proposal: null })
  expect(await revenueOf(server, session)).toMatchObject({ listed: 0 })
})

test('a correction that takes back more than it charges does not hold up invoices with another tax rate', async () => {
  const { client, card, session } = await invoiced()
  await approve(await correct(session, 5_000))
  await addTariff(server, account, { ...energyAndFee, vat: 700 }, { client })
  await chargeEnergy(station.socket, card, { wh: 1_000, meterStart: 20_000, from: 20, to: 10 })
  await rateAll(server)
  await fixture.work('invoices.issue')
  const amounts = (await fixture.ofClient(client)).map(({ typecode, amount }) => [typecode, amount])
  expect(amounts).toEqual([
    ['invoice', '5.20'],
    ['credit_note', '5.20'],
    // 3.10 for the corrected session, and 1.42
    ['invoice', '4.52'],
  ])
  expect(await balance(server, client)).toBe(-452)
  const [, note] = await fixture.ofClient(client)
  expect(await fixture.invoice(note!.id)).toMatchObject({ description: 'Correction of the price' })
  expect(await sumsOfLedger(server.db)).toMatchObject({ total: 0, wrong: 0 })
})

const setPattern = (pattern: string) =>
  sql`update sellers set number_pattern = ${pattern} where account_id = ${account}`.execute(server.db)

test('a correction that cannot be credited is shown at its invoice and in one notice, until it is', async () => {
  const { session, invoice } = await invoiced()
  await approve(await correct(session, 5_000))
  const noticesOf = async () =>
    (await server.request(noticeList, {}, operator)).filter(({ object }) => object === invoice)
  // longer than numbers of documents may be
  await setPattern(`${'x'.repeat(90)}{series}-{year}-{number}`)
  await fixture.work('invoices.issue')
  await fixture.work('invoices.issue')
  const failed = await fixture.invoice(invoice)
  expect(failed).toMatchObject({ error: 'invoice.correction_failed', credited: '0.00' })
  expect(await noticesOf()).toHaveLength(1)
  await setPattern('{series}-{year}-{number}')
  await fixture.work('invoices.issue')
  await fixture.work('invoices.issue')
  expect(await fixture.invoice(invoice)).toMatchObject({ error: null, credited: '5.20' })
  expect(await noticesOf()).toHaveLength(1)
})

test('a correction that cannot be credited is also in one notice if documents of the invoice failed before', async () => {
  const { session, invoice } = await invoiced()
  await approve(await correct(session, 5_000))
  await sql`update invoices set error = 'invoice.document_failed' where id = ${invoice}`.execute(server.db)
  await setPattern(`${'x'.repeat(90)}{series}-{year}-{number}`)
  await fixture.work('invoices.issue')
  await fixture.work('invoices.issue')
  const notices = await server.request(noticeList, {}, operator)
  expect(notices.filter(({ object }) => object === invoice)).toHaveLength(1)
  expect(await fixture.invoice(invoice)).toMatchObject({ error: 'invoice.document_failed' })
  await fixture.run(invoice, 'make_documents')
  await fixture.work('invoices.documents')
  expect(await fixture.invoice(invoice)).toMatchObject({ error: 'invoice.correction_failed' })
  await setPattern('{series}-{year}-{number}')
  await fixture.work('invoices.issue')
  await fixture.work('invoices.issue')
  expect(await fixture.invoice(invoice)).toMatchObject({ error: null, credited: '5.20' })
})

const pay = (clientId: string, amountMinor: number) =>
  payIn(server, { accountId: account, clientId, amountMinor })

/** Charges 10 kWh with a card, and issues the invoice: 5.20. */
async function chargeAndIssue(card: string, meterStart: number): Promise<void> {
  await chargeEnergy(station.socket, card, { wh: 10_000, meterStart })
  await rateAll(server)
  await fixture.work('invoices.issue')
}

async function prepaid() {
  const added = await payer()
  await server.db.updateTable('clients').set({ is_prepaid: true }).where('id', '=', added.client).execute()
  return added
}

const statesOf = async (client: string) =>
  (await fixture.ofClient(client)).map(({ statecode, open }) => [statecode, open])

describe('an invoice of a client that pays in advance', () => {
  test('is paid as far as its balance covers it, and the rest when it pays again', async () => {
    const { client, card } = await prepaid()
    await pay(client, 1_200)
    await chargeAndIssue(card, 1_000)
    await chargeAndIssue(card, 20_000)
    expect(await statesOf(client)).toEqual([
      ['paid', '0.00'],
      ['paid', '0.00'],
    ])
    await chargeAndIssue(card, 40_000)
    await chargeAndIssue(card, 60_000)
    expect(await balance(server, client)).toBe(-880)
    expect((await statesOf(client)).slice(2)).toEqual([
      ['in_progress', '3.60'],
      ['in_progress', '5.20'],
    ])
    await pay(client, 400)
    await fixture.work('invoices.issue')
    expect((await statesOf(client)).slice(2)).toEqual([
      ['paid', '0.00'],
      ['in_progress', '4.80'],
    ])
    await pay(client, 1_000)
    await fixture.work('invoices.issue')
    expect((await statesOf(client)).slice(2)).toEqual([
      ['paid', '0.00'],
      ['paid', '0.00'],
    ])
  })

  test('states in its documents that nothing is left to pay', async () => {
    const { client, card } = await prepaid()
    await pay(client, 1_200)
    await chargeAndIssue(card, 1_000)
    const [invoice] = await fixture.ofClient(client)
    const document = documentOfInvoice((await issuedInvoice(server.db, invoice!.id))!)
    expect(document).toMatchObject({ paidMinor: 520 })
  })

  test('does not limit the price of a session that is corrected', async () => {
    const { client, card } = await prepaid()
    await pay(client, 300)
    const { number } = await chargeEnergy(station.socket, card, { wh: 10_000 })
    const session = await sessionId(server, number)
    await rateAll(server)
    await fixture.work('invoices.issue')
    expect(await statesOf(client)).toEqual([['in_progress', '2.20']])
    await approve(await correct(session, 20_000))
    expect(await balance(server, client)).toBe(300 - 940)
  })
})

/** Assigns a card to a client. */
const assign = (card: string, client: string) =>
  server.db.updateTable('cards').set({ client_id: client }).where('code', '=', card).execute()

describe('a card that gets another client', () => {
  test('during a session leaves the session to the client of its start', async () => {
    const [before, after] = [await payer(), await payer()]
    const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: before.card,
      meterStart: 0,
      timestamp: minutesAgo(50),
    })
    await assign(before.card, after.client)
    await station.socket.call('StopTransaction', {
      transactionId,
      meterStop: 10_000,
      timestamp: minutesAgo(0),
    })
    await rateAll(server)
    expect([await balance(server, before.client), await balance(server, after.client)]).toEqual([-520, 0])
  })

  test('leaves it a session that its station reports later', async () => {
    const [before, after] = [await payer(), await payer()]
    await assign(before.card, after.client)
    await chargeEnergy(station.socket, before.card, { wh: 10_000, from: 60, to: 30 })
    await rateAll(server)
    expect([await balance(server, before.client), await balance(server, after.client)]).toEqual([-520, 0])
  })

  // Proves L371
  test('keeps the last 100 earlier clients', async () => {
    const [first, second] = [await payer(), await payer()]
    for (let count = 0; count < 51; count += 1)
      for (const { client } of [second, first]) await assign(first.card, client)
    const { rows } = await sql`select from card_clients c join cards k on k.id = c.card_id
      where k.code = ${first.card}`.execute(server.db)
    expect(rows).toHaveLength(100)
  })
})
