import { clientSet, invoiceDraft, methodRun, sellerSet } from '@stationmaster/contract'
import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCard, addTariff, chargeEnergy, connectStation, rateAll } from './charge-fixture.ts'
import { address } from './billing-data.ts'
import { InvoiceFixture, sellersToday } from './invoice-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: InvoiceFixture
let server: TestServer
let operator: TestUser
let client: string
beforeAll(async () => {
  fixture = await InvoiceFixture.open()
  ;({ server, operator } = fixture)
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
const ofClient = (of = client) => fixture.ofClient(of)
const setSchedule = (schedule: string) => fixture.setSchedule(client, schedule)
const issueDue = () => fixture.work('invoices.issue')

describe('the job that issues invoices', () => {
  test('drafts a failed invoice once, keeps later charges waiting, and issues after the data are complete', async () => {
    client = await addClient({ countrycode: 'AT' })
    await setSchedule('immediate')
    await addCharge({ amountMinor: 1000 })
    await issueDue()
    await addCharge({ amountMinor: 500 })
    const other = await addClient()
    await sql`update clients set invoice_schedule = 'immediate' where id = ${other}`.execute(server.db)
    await addCharge({ amountMinor: 300, of: other })
    await issueDue()
    const [failed, ...more] = await ofClient()
    expect(more).toEqual([])
    expect(failed).toMatchObject({ statecode: 'failed', error: 'invoice.client_incomplete', lines: 1 })
    expect(await ofClient(other)).toMatchObject([{ statecode: 'in_progress', amount: '3.00' }])
    await server.request(clientSet, { id: client, ...address }, operator)
    expect(await run(failed!.id, 'issue')).toMatchObject({ newstate: 'in_progress' })
    await issueDue()
    expect((await ofClient()).map(({ amount }) => amount).toSorted()).toEqual(['10.00', '5.00'])
  })

  test('issues drafts that it left when the server stopped', async () => {
    await addCharge({ amountMinor: 1000 })
    const [invoice] = await draft()
    await sql`update invoices set owner_id = null where id = ${invoice!.id}`.execute(server.db)
    await issueDue()
    expect(await get(invoice!.id)).toMatchObject({ statecode: 'in_progress' })
  })

  test('stores the failure of one invoice and issues those of the others', async () => {
    await setSchedule('immediate')
    await addCharge({ amountMinor: 1000, currency: 'XYZ' })
    const other = await addClient()
    await sql`update clients set invoice_schedule = 'immediate' where id = ${other}`.execute(server.db)
    await addCharge({ amountMinor: 300, of: other })
    await issueDue()
    expect(await ofClient()).toMatchObject([{ statecode: 'failed', code: null, error: expect.any(String) }])
    expect(await ofClient(other)).toMatchObject([{ statecode: 'in_progress' }])
  })
})

/** Discards the draft of a client whose invoices a job issues, and runs the job. */
async function discardDraft(): Promise<void> {
  await setSchedule('immediate')
  await addCharge({ amountMinor: 1000 })
  const [invoice] = await draft()
  await run(invoice!.id, 'cancel')
  await issueDue()
}
const states = async () => (await ofClient()).map(({ statecode }) => statecode)

describe('a cancelled draft', () => {
  test('stays cancelled until another charge takes its charges along', async () => {
    await discardDraft()
    expect(await states()).toEqual(['cancelled'])
    await addCharge({ amountMinor: 500 })
    await issueDue()
    expect(await ofClient()).toMatchObject([{ statecode: 'cancelled' }, { amount: '15.00', lines: 2 }])
  })

  test('is replaced after the data of the client or the seller were changed', async () => {
    await discardDraft()
    await server.request(clientSet, { id: client, city: 'Linz' }, operator)
    await issueDue()
    expect(await states()).toEqual(['cancelled', 'in_progress'])
    client = await addClient()
    await discardDraft()
    await server.request(sellerSet, { id: fixture.seller, phone: '+49 40 1' }, operator)
    await issueDue()
    expect(await states()).toEqual(['cancelled', 'in_progress'])
  })

  test('is replaced when a user asks', async () => {
    await discardDraft()
    expect(await draft()).toMatchObject([{ lines: 1 }])
  })
})

test('charges that take back more than the others wait for the next ones', async () => {
  await setSchedule('immediate')
  await addCharge({ amountMinor: -1000 })
  await issueDue()
  expect(await ofClient()).toEqual([])
  await addCharge({ amountMinor: 1500 })
  await issueDue()
  expect(await ofClient()).toMatchObject([{ statecode: 'in_progress', amount: '5.00' }])
})

test('documents that failed are made again when a user asks', async () => {
  const id = await fixture.issue(client, 1000)
  // a language that no document has
  await sql`alter table invoices disable trigger invoices_issued`.execute(server.db)
  await sql`update invoices set language = 'xx' where id = ${id}`.execute(server.db)
  await fixture.work('invoices.documents')
  expect(await get(id)).toMatchObject({
    error: 'invoice.document_failed',
    documents: [],
    methods: { make_documents: null },
  })
  await sql`update invoices set language = 'en' where id = ${id}`.execute(server.db)
  await sql`alter table invoices enable trigger invoices_issued`.execute(server.db)
  await fixture.work('invoices.documents')
  expect(await get(id)).toMatchObject({ documents: [] })
  await run(id, 'make_documents')
  await fixture.work('invoices.documents')
  expect(await get(id)).toMatchObject({ error: null, documents: [{ kind: 'pdf' }] })
  const body = { id, code: 'make_documents' }
  expect(await server.requestError(methodRun, body, operator)).toMatchObject({
    code: 'invoice.documents_exist',
  })
})

test('signed meter values are attached to the PDF of the invoice, unchanged', async () => {
  await addTariff(server, operator.accountId)
  const card = await addCard(server, operator.accountId, client)
  const station = await connectStation(server, operator, 'CP-SIGNED')
  const { number, stop } = await chargeEnergy(station.socket, card, { wh: 10_000 })
  const value = 'OCMF|{"FV":"1.0","RD":[{"RV":11.0,"RU":"kWh"}]}|{"SD":"30"}'
  const sampled = { value, format: 'SignedData', context: 'Transaction.End' }
  const meterValue = [{ timestamp: stop.timestamp, sampledValue: [sampled, { ...sampled, value: 'other' }] }]
  await station.socket.call('MeterValues', { connectorId: 1, transactionId: number, meterValue })
  await station.socket.close()
  await rateAll(server)
  const body = { client, seller: fixture.seller, periodfrom: '2020-01-01', periodto: sellersToday() }
  const [invoice] = await server.request(invoiceDraft, body, operator)
  await run(invoice!.id, 'issue')
  await fixture.work('invoices.documents')
  const [pdf] = (await get(invoice!.id)).documents
  const bytes = Buffer.from(await (await fetch(server.url + pdf!.url)).arrayBuffer())
  const files = [...bytes.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('utf8')]
    } catch {
      return []
    }
  })
  const signed = files.find((file) => file.includes('<values>'))
  expect(signed?.replaceAll('&quot;', '"')).toContain(`format="OCMF" encoding="plain">${value}</signedData>`)
  expect(signed).not.toContain('other')
})

test.each(['invoices cascade', 'invoice_lines', 'documents'])('%s cannot be truncated', async (tables) => {
  await expect(sql.raw(`truncate ${tables}`).execute(server.db)).rejects.toThrow('cannot be changed')
})

test('a credit note has the data of its invoice, not those of today', async () => {
  const id = await fixture.issue(client, 1000)
  await server.request(clientSet, { id: client, city: 'Graz', name: 'Renamed' }, operator)
  await run(id, 'credit', { reason: 'Wrong price' })
  const { rows } = await sql<{
    city: string
    name: string
  }>`select buyer ->> 'city' as city, buyer ->> 'name' as name
    from invoices where client_id = ${client} order by type`.execute(server.db)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(rows[1])
  expect(rows[0]).toMatchObject({ city: 'Wien' })
})
