import type { locales } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyHour, everyMinute, everyNight } from '../../jobs/timetable.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { coveredInvoices } from './advance-store.ts'
import { noteCorrectionFailed } from './correction-failed.ts'
import { correctionTexts } from './correction-texts.ts'
import { creditInvoice } from './credit-invoice.ts'
import { removeOldDocuments } from './documents-store.ts'
import { draftInvoices } from './draft-invoices.ts'
import {
  clearCorrectionFailed,
  type CorrectedInvoice,
  correctedInvoices,
  type DueClient,
  dueClients,
} from './due-clients-store.ts'
import { dunInvoices } from './dun-invoices.ts'
import { invoiceChanged } from './invoice-events.ts'
import { draftsOfJob, type InvoiceRow, lockInvoice, updateInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { openAmountOf, settleInvoice } from './settle-invoice.ts'
import { renderDocuments } from './render-documents.ts'
import { findBuyer, type SellerOfInvoice, sellersWithSchedule } from './party-store.ts'
import { dayIn, type Period, periodOf } from './period-store.ts'

type Locale = (typeof locales)[number]

type InvoiceJobDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log' | 'config'> & { mail: MailQueue }

/** Jobs that issue invoices by the schedule of their seller or client, make their documents, and remind of them. */
export const invoiceJobs = (deps: InvoiceJobDeps): Job[] => [
  { name: 'invoices.issue', every: everyMinute, atStart: true, lane: 'money', work: () => issueDue(deps) },
  {
    name: 'invoices.documents',
    every: everyMinute,
    atStart: true,
    lane: 'documents',
    wakeOn: (wake) => deps.bus.on('invoice.issued', wake),
    work: () => renderDocuments(deps),
  },
  { name: 'invoices.dun', every: everyHour, lane: 'money', work: () => dunInvoices(deps) },
  {
    name: 'invoices.remove-old-documents',
    every: everyNight,
    lane: 'documents',
    work: () => removeOldDocuments(deps.db),
  },
]

/** First day of which charges are considered, so that one of an earlier month is not forgotten. */
const firstDay = '2000-01-01'

/** Issues what is due of all sellers. One that fails does not stop the others. */
async function issueDue(deps: InvoiceJobDeps): Promise<void> {
  for (const seller of await sellersWithSchedule(deps.db))
    await withoutStopping(deps, { seller: seller.id }, () => issueOfSeller(deps, seller))
}

async function issueOfSeller(deps: InvoiceJobDeps, seller: SellerOfInvoice): Promise<void> {
  const { db, clock } = deps
  const { timeZone, accountId, id: sellerId } = seller
  for (const id of await draftsOfJob(db, sellerId)) await issueDraft(deps, { id, accountId })
  const { day, lastMonth } = await dayIn(db, { at: clock.now(), timeZone })
  const month = await periodOf(db, { ...lastMonth, timeZone })
  const untilNow = { from: day, to: day, begins: month.begins, ends: clock.now() }
  const due = { seller, month, untilNow }
  const corrected = await correctedInvoices(db, due)
  await clearCorrectionFailed(db, { sellerId, waiting: corrected.map(({ invoiceId }) => invoiceId) })
  for (const { invoiceId, lines } of corrected)
    await withoutStopping(deps, { seller: sellerId, invoice: invoiceId }, () =>
      creditCorrected(deps, { invoiceId, lines }),
    )
  await settleCovered(deps, accountId)
  for (const client of await dueClients(db, due))
    await withoutStopping(deps, { seller: sellerId, client: client.clientId }, () =>
      issueOfClient(deps, { seller, client, period: client.schedule === 'monthly' ? month : untilNow }),
    )
}

/** Credits lines that a correction takes back; the new price is part of the next invoice. */
async function creditCorrected(
  { db, bus, clock, log }: InvoiceJobDeps,
  { invoiceId, lines }: CorrectedInvoice,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const invoice = (await lockInvoice(tx, invoiceId))!
    const reason = correctionTexts[invoice.language as Locale] ?? correctionTexts.en
    const now = clock.now()
    const note = await creditInvoice(tx, { invoice, lines, reason, ownerId: null, now })
    if (isRefusal(note)) return noteCorrectionFailed({ bus, log }, tx, { invoice, code: note.code, now })
    await bus.publish(tx, [
      ...invoiceChanged(invoice.accountId, [invoiceId, note.id]),
      { kind: 'invoice.issued' },
    ])
  })
}

/** Invoices that are settled in one run. */
const settledPerRun = 500

/** Settles invoices of clients that pay in advance and have topped up after the issue. */
async function settleCovered({ db, bus, clock }: InvoiceJobDeps, accountId: string): Promise<void> {
  for (const { id, amountMinor } of await coveredInvoices(db, { accountId, most: settledPerRun }))
    await inTransaction(db, async (tx) => {
      const invoice = await lockInvoice(tx, id)
      // it may have been paid in another way since it was read
      const openMinor = invoice ? Math.min(openAmountOf(invoice), amountMinor) : 0
      if (openMinor === 0) return
      await settleInvoice(tx, { invoiceId: id, amountMinor: openMinor, now: clock.now() })
      await bus.publish(tx, invoiceChanged(accountId, [id]))
    })
}

/** Runs a part of the job; an error is logged, and the other parts follow. */
async function withoutStopping(
  { log }: InvoiceJobDeps,
  about: object,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (isTransient(error)) throw error
    log.error({ err: error, ...about }, 'invoices: invoices could not be issued')
  }
}

interface Due {
  seller: SellerOfInvoice
  client: DueClient
  period: Period
}

/** Drafts and issues the invoices of a client that are due, each draft in its own transaction. */
async function issueOfClient(
  deps: InvoiceJobDeps,
  { seller, client: { clientId, kinds }, period }: Due,
): Promise<void> {
  const now = deps.clock.now()
  const { accountId, timeZone } = seller
  const drafts = await inTransaction(deps.db, async (tx) => {
    const buyer = await findBuyer(tx, clientId)
    if (!buyer) return []
    const { begins } = await periodOf(tx, { from: firstDay, to: firstDay, timeZone })
    const { ids } = await draftInvoices(tx, {
      seller,
      buyer,
      period: { ...period, begins },
      ownerId: null,
      kinds,
      isTrial: deps.config.payments.isTrial,
      now,
    })
    return ids
  })
  for (const id of drafts) await issueDraft(deps, { id, accountId })
}

/** Issues a draft, or stores why it cannot be issued: it is then tried again by the method. */
async function issueDraft(
  deps: InvoiceJobDeps,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const { db, bus, clock, log } = deps
  const now = clock.now()
  const issue = (work: (tx: Tx, invoice: InvoiceRow) => Promise<string | null>) =>
    inTransaction(db, async (tx) => {
      const invoice = await lockInvoice(tx, id)
      if (invoice?.state !== 'created') return
      const error = await work(tx, invoice)
      if (error !== null) await updateInvoice(tx, id, { state: 'failed', error, now })
      await bus.publish(tx, [...invoiceChanged(accountId, [id]), { kind: 'invoice.issued' }])
    })
  try {
    await issue(async (tx, invoice) => {
      const issued = await issueInvoice(tx, { invoice, now })
      return isRefusal(issued) ? issued.code : null
    })
  } catch (error) {
    if (isTransient(error)) throw error
    log.error({ err: error, invoice: id }, 'invoices: an invoice could not be issued')
    await issue(() => Promise.resolve('server.unexpected'))
  }
}
