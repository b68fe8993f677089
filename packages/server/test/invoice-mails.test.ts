import { createHash } from 'node:crypto'
import { clientSet, invoiceGet, methodRun, noticeList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { address } from './billing-data.ts'
import { InvoiceFixture, sellersToday } from './invoice-fixture.ts'
import { MailServer } from './test-mail-server.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: InvoiceFixture
let post: MailServer
let server: TestServer
let operator: TestUser
let client: string
let email: string
beforeAll(async () => {
  post = await MailServer.open()
  fixture = await InvoiceFixture.open({ SMTP_URL: post.url, MAIL_FROM: 'laden@example.org' })
  ;({ server, operator } = fixture)
})
afterAll(async () => {
  await server.close()
  await post.close()
})
let clients = 0
beforeEach(async () => {
  clients += 1
  email = `client-${clients}@example.test`
  client = await fixture.addClient({ ...address, email })
})

const mailsOf = async (to = email) =>
  (
    await sql<{
      id: string
      kind: string
      subject: string
      text: string
      attached: number
      reply_to: string
    }>`
      select id, kind, subject, text, cardinality(attachment_ids) as attached, reply_to from mails
      where recipient = ${to} order by created_at, id`.execute(server.db)
  ).rows
const issued = async () => {
  const id = await fixture.issue(client, 1000)
  await fixture.work('invoices.documents')
  return id
}
/** Moves the dates of an invoice, as if it had been issued earlier. */
async function overdueSince(id: string, days: number): Promise<void> {
  await sql`update invoices set due_on = ${sellersToday()}::date - ${days}::int, reminded_at = reminded_at - interval '30 days'
    where id = ${id}`.execute(server.db)
}
const dun = () => fixture.work('invoices.dun')

describe('mails of an invoice', () => {
  test('go to the client with the documents, after these are made', async () => {
    const id = await fixture.issue(client, 1000)
    expect(await mailsOf()).toEqual([])
    await fixture.work('invoices.documents')
    const { code, documents, mails } = await fixture.invoice(id)
    const [mail, ...others] = await mailsOf()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'invoice',
      subject: `Your invoice ${code}`,
      attached: documents.length,
      reply_to: 'billing@magrathea.example',
    })
    expect(mail!.text).toContain(`Invoice ${code}, Magrathea Charging GmbH`)
    expect(mail!.text).toContain('EUR\u00a010.00')
    expect(mails).toMatchObject([{ id: mail!.id, kind: 'invoice', recipient: email, state: 'queued' }])
    await fixture.work('mail.send')
    expect((await fixture.invoice(id)).mails).toMatchObject([{ state: 'sent', error: null }])
  })

  test('contain the files of the documents', async () => {
    const id = await issued()
    const { documents } = await fixture.invoice(id)
    await fixture.work('mail.send')
    const { attachments, replyTo } = await post.mailTo(email, 'Your invoice')
    expect(replyTo).toMatchObject([{ address: 'billing@magrathea.example' }])
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      [documents[0]!.name, 'application/pdf'],
    ])
    const bytes = Buffer.from(attachments[0]!.content as ArrayBuffer)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(documents[0]!.sha256)
  })

  test('state why one could not be delivered', async () => {
    post.answer = (to) => (to === email ? { code: 550, words: 'no such mailbox' } : null)
    const id = await issued()
    await fixture.work('mail.send')
    post.answer = () => null
    expect((await fixture.invoice(id)).mails).toMatchObject([
      { state: 'failed', error: expect.stringContaining('no such mailbox') },
    ])
  })

  test('are not sent to clients that do not want them, until a user does', async () => {
    await server.request(clientSet, { id: client, invoicemailed: false }, operator)
    const id = await issued()
    expect(await mailsOf()).toEqual([])
    await fixture.run(id, 'send')
    await fixture.run(id, 'send')
    expect(await mailsOf()).toHaveLength(2)
  })

  test('need an address and documents', async () => {
    const early = await fixture.issue(client, 1000)
    expect(await server.requestError(methodRun, { id: early, code: 'send' }, operator)).toMatchObject({
      code: 'invoice.no_documents',
    })
    await server.request(clientSet, { id: client, email: null }, operator)
    const id = await issued()
    expect(await server.requestError(methodRun, { id, code: 'send' }, operator)).toMatchObject({
      code: 'invoice.no_address',
    })
  })

  test('are not shown to users of the client', async () => {
    const id = await issued()
    const carl = await server.user('carl')
    await sql`update users set client_id = ${client} where id = ${carl.id}`.execute(server.db)
    expect(await server.request(invoiceGet, { id }, carl)).toMatchObject({ mails: [] })
  })

  // Proves L240
  test('to one address are limited per hour', async () => {
    const id = await issued()
    await sql`insert into mails select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
      from mails m, generate_series(1, 199) where m.recipient = ${email}`.execute(server.db)
    expect(await server.requestError(methodRun, { id, code: 'send' }, operator)).toMatchObject({
      code: 'invoice.too_many_mails',
    })
  })
})

describe('reminders', () => {
  test('follow the days of the seller, and end with a notice to the operators', async () => {
    const id = await issued()
    await overdueSince(id, 6)
    await dun()
    expect(await mailsOf()).toHaveLength(1)
    for (const [index, days] of [7, 14, 28].entries()) {
      await overdueSince(id, days)
      await dun()
      await dun()
      expect(await fixture.invoice(id)).toMatchObject({ reminders: index + 1, dunningended: null })
    }
    const mails = await mailsOf()
    expect(mails.map(({ kind }) => kind)).toEqual(['invoice', ...Array(3).fill('payment-reminder')])
    await overdueSince(id, 60)
    await dun()
    await dun()
    const { code, reminders, dunningended } = await fixture.invoice(id)
    expect({ reminders, isEnded: dunningended !== null }).toEqual({ reminders: 3, isEnded: true })
    const notices = await server.request(noticeList, {}, operator)
    expect(notices.filter(({ object }) => object === id)).toMatchObject([
      { severity: 'warning', text: expect.stringContaining(`${code} of Client`) },
    ])
    expect(await mailsOf()).toHaveLength(4)
  })

  test('of an invoice that is long overdue are not sent at the same time', async () => {
    const id = await issued()
    await overdueSince(id, 300)
    await dun()
    await dun()
    expect(await fixture.invoice(id)).toMatchObject({ reminders: 1 })
  })

  test('wait for documents that failed, because the client has no invoice yet', async () => {
    const id = await fixture.issue(client, 1000)
    await sql`update invoices set is_document_due = false, error = 'invoice.document_failed' where id = ${id}`.execute(
      server.db,
    )
    await overdueSince(id, 10)
    await dun()
    expect(await mailsOf()).toEqual([])
    await fixture.run(id, 'make_documents')
    await fixture.work('invoices.documents')
    await dun()
    expect((await mailsOf()).map(({ kind, attached }) => [kind, attached > 0])).toEqual([
      ['invoice', true],
      ['payment-reminder', true],
    ])
  })

  test('are not sent for what is paid', async () => {
    const id = await issued()
    await overdueSince(id, 10)
    await fixture.run(id, 'pay')
    await dun()
    expect(await fixture.invoice(id)).toMatchObject({ reminders: 0 })
  })

  test('of a client without an address become a notice to the operators', async () => {
    await server.request(clientSet, { id: client, email: null }, operator)
    const id = await issued()
    await overdueSince(id, 7)
    await dun()
    expect(await fixture.invoice(id)).toMatchObject({ reminders: 0, dunningended: expect.any(String) })
  })
})

test('documents are kept until the years of the seller are over, and then deleted', async () => {
  const id = await issued()
  const remove = () => fixture.work('invoices.remove-old-documents')
  await remove()
  const { documents, issued: day } = await fixture.invoice(id)
  expect(documents).toHaveLength(1)
  const [row] = (
    await sql<{
      until: string
    }>`select keep_until::text as until from documents where invoice_id = ${id}`.execute(server.db)
  ).rows
  expect(row!.until).toBe(`${Number(day!.slice(0, 4)) + 10}-12-31`)
  await expect(sql`delete from documents where invoice_id = ${id}`.execute(server.db)).rejects.toThrow(
    'before the end of its retention',
  )
  await sql`alter table documents disable trigger documents_kept`.execute(server.db)
  await sql`update documents set keep_until = current_date - 1 where invoice_id = ${id}`.execute(server.db)
  await sql`alter table documents enable trigger documents_kept`.execute(server.db)
  await remove()
  expect((await fixture.invoice(id)).documents).toEqual([])
})
