import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { clientsToInvoice } from '../charges/index.ts'
import type { ModuleContext } from '../module.ts'
import { draftInvoices } from './draft-invoices.ts'
import { invoiceChanged } from './invoice-subject.ts'
import { lockInvoice, updateInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { renderDocuments } from './render-documents.ts'
import { findBuyer, type SellerOfInvoice, sellersWithSchedule } from './party-store.ts'
import { dayIn, type Period, periodOf } from './period-store.ts'

type InvoiceJobDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'>

/** Jobs that issue invoices by the schedule of their seller or client. */
export const invoiceJobs = (deps: InvoiceJobDeps): Job[] => [
  { name: 'invoices.issue', every: everyMinute, lane: 'money', work: () => issueDue(deps) },
  {
    name: 'invoices.documents',
    every: everyMinute,
    atStart: true,
    lane: 'documents',
    work: () => renderDocuments(deps),
  },
]

/** First day of which charges are considered, so that one of an earlier month is not forgotten. */
const firstDay = '2000-01-01'

async function issueDue(deps: InvoiceJobDeps): Promise<void> {
  for (const seller of await sellersWithSchedule(deps.db)) await issueOfSeller(deps, seller)
}

async function issueOfSeller(deps: InvoiceJobDeps, seller: SellerOfInvoice): Promise<void> {
  const { db, clock } = deps
  const { timeZone, accountId } = seller
  const { day, lastMonth } = await dayIn(db, { at: clock.now(), timeZone })
  const month = await periodOf(db, { ...lastMonth, timeZone })
  const untilNow = { from: day, to: day, begins: month.begins, ends: clock.now() }
  const clients = await clientsToInvoice(db, { accountId, until: clock.now() })
  for (const clientId of clients) await issueOfClient(deps, { seller, clientId, month, untilNow })
}

interface Due {
  seller: SellerOfInvoice
  clientId: string
  month: Period
  untilNow: Period
}

/** Drafts and issues the invoices of a client that are due, each draft in its own transaction. */
async function issueOfClient(
  deps: InvoiceJobDeps,
  { seller, clientId, month, untilNow }: Due,
): Promise<void> {
  const now = deps.clock.now()
  const { accountId, timeZone } = seller
  const drafts = await inTransaction(deps.db, async (tx) => {
    const buyer = await findBuyer(tx, clientId)
    const schedule = buyer?.schedule ?? seller.schedule
    if (!buyer || schedule === 'manual') return []
    const period = schedule === 'monthly' ? month : untilNow
    const { begins } = await periodOf(tx, { from: firstDay, to: firstDay, timeZone })
    return draftInvoices(tx, {
      seller,
      buyer,
      period: { ...period, begins },
      ownerId: null,
      now,
    })
  })
  for (const id of drafts)
    await inTransaction(deps.db, async (tx) => {
      const invoice = await lockInvoice(tx, id)
      if (invoice?.state !== 'created') return
      const issued = await issueInvoice(tx, { invoice, now })
      if (isRefusal(issued)) await updateInvoice(tx, id, { state: 'failed', error: issued.code, now })
      await deps.bus.publish(tx, invoiceChanged(accountId, [id]))
    })
}
