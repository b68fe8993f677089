import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Content of a mail about an issued invoice. */
export interface MailedInvoice {
  id: string
  accountId: string
  code: string
  isCreditNote: boolean
  /** Name of the seller as the invoice states it. */
  seller: string
  replyTo: string | null
  iban: string | null
  client: string
  /** Address of the client; null if it has none. */
  recipient: string | null
  /** True if the client gets its invoices by mail. */
  isMailed: boolean
  language: string
  currency: string
  grossMinor: number
  openMinor: number
  dueOn: string | null
  reference: string | null
}

const mailColumns = sql`i.id, i.account_id as "accountId", i.code, i.type = 'credit_note' as "isCreditNote",
  coalesce(i.seller ->> 'label', i.seller ->> 'name') as seller, i.seller ->> 'email' as "replyTo", i.seller ->> 'iban' as iban,
  p.name as client, p.email as recipient, p.is_invoice_mailed and not i.is_trial and not i.is_demo as "isMailed", i.language,
  i.currency, i.gross_minor as "grossMinor",
  greatest(i.gross_minor - i.paid_minor - i.credited_minor, 0) as "openMinor", i.due_on::text as "dueOn", i.reference`

/** Returns the content of a mail about an issued invoice. */
export async function mailedInvoice(tx: Tx, id: string): Promise<MailedInvoice> {
  const { rows } =
    await sql<MailedInvoice>`select ${mailColumns} from invoices i join clients p on p.id = i.client_id
    where i.id = ${id} and i.code is not null`.execute(tx)
  return rows[0]!
}

/** Returns the ids of the documents of an invoice. */
export async function documentIds(tx: Tx, invoiceId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from documents where invoice_id = ${invoiceId} order by kind desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns true if a mail of an invoice was queued. */
export async function wasMailed(tx: Tx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`select from invoice_mails where invoice_id = ${invoiceId} limit 1`.execute(tx)
  return rows.length > 0
}

export async function insertInvoiceMail(
  tx: Tx,
  mail: { id: string; accountId: string; invoiceId: string; kind: string; recipient: string; now: Date },
): Promise<void> {
  await sql`insert into invoice_mails (id, account_id, invoice_id, kind, recipient, created_at)
    values (${mail.id}, ${mail.accountId}, ${mail.invoiceId}, ${mail.kind}, ${mail.recipient}, ${mail.now})`.execute(
    tx,
  )
}

/** Stores an attempt to deliver a mail; returns its invoice, null if it is a mail about something else. */
export async function storeMailAttempt(
  tx: Tx,
  attempt: { messageId: string; at: Date; isDelivered: boolean; isFinal: boolean; reason: string | null },
): Promise<{ invoiceId: string; accountId: string } | null> {
  const { messageId, at, isDelivered, isFinal, reason } = attempt
  const state = isDelivered ? 'sent' : isFinal ? 'failed' : 'queued'
  const { rows } = await sql<{ invoiceId: string; accountId: string }>`update invoice_mails
    set state = ${state}, error = ${reason}, ended_at = ${isFinal ? at : null}
    where id = ${messageId} returning invoice_id as "invoiceId", account_id as "accountId"`.execute(tx)
  return rows[0] ?? null
}

/** An overdue invoice whose next reminder, or whose end of reminders, is due. */
export interface Overdue {
  id: string
  /** Reminders that were sent. */
  reminders: number
  /** True if the reminders of its seller are all sent, or none can be. */
  isLast: boolean
}

/** Days after the last reminder on which the operators are notified. */
const daysToNotice = 7

/**
 * Returns overdue invoices of which a reminder is due by the days of their seller, the longest overdue first. The days begin on
 * the due date, or when the invoice became open again after it was paid. Between two reminders are at least as many days as between
 * their days, also if the first one was late. A reminder waits for the documents of its invoice.
 */
export async function overdueInvoices(
  db: Db,
  { now, most }: { now: Date; most: number },
): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select o.id, o.reminders, o.is_last as "isLast" from (
      select i.id, i.due_on, i.reminders, (i.reminded_at at time zone v.time_zone)::date as reminded_on,
        greatest(i.due_on, (i.reopened_at at time zone v.time_zone)::date) as starts_on,
        (${now}::timestamptz at time zone v.time_zone)::date as today, v.reminder_days as days,
        i.reminders >= cardinality(v.reminder_days) or p.email is null or not p.is_invoice_mailed as is_last
      from invoices i join sellers v on v.id = i.seller_id join clients p on p.id = i.client_id
      where i.state = 'in_progress' and i.type = 'invoice' and i.dunning_ended_at is null and not i.is_trial and not i.is_demo
        and i.due_on < ${now}::date + 2 and cardinality(v.reminder_days) > 0
        and i.gross_minor > i.paid_minor + i.credited_minor) o
    where case when o.reminders >= cardinality(o.days) then o.today >= o.reminded_on + ${daysToNotice}::int
      else o.today >= o.starts_on + o.days[o.reminders + 1]
        and (o.reminded_on is null or o.today >= o.reminded_on + o.days[o.reminders + 1] - o.days[o.reminders]) end
      and (o.is_last or exists (select from documents d where d.invoice_id = o.id))
    order by o.due_on, o.id limit ${most}`.execute(db)
  return rows
}

/** Counts a reminder. */
export async function countReminder(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update invoices set reminders = reminders + 1, reminded_at = ${now}, updated_at = ${now},
    version_no = version_no + 1 where id = ${id}`.execute(tx)
}

/** Ends the reminders of an invoice. */
export async function endDunning(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update invoices set dunning_ended_at = ${now}, updated_at = ${now} where id = ${id}`.execute(tx)
}

/** Starts the reminders of an invoice again, because it is open again after it was paid. */
export async function restartDunning(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update invoices set reopened_at = ${now}, reminders = 0, reminded_at = null, dunning_ended_at = null
    where id = ${id}`.execute(tx)
}
