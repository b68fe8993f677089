// Invoices: sellers, drafts from the charges of clients, numbers without gaps, credit notes, what is paid of them, their
// mails and reminders.
// Not here: prices and charges (tariffs, charges), the ledger, and how money is paid (payments).
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { AttemptListeners } from '../../storage/attempt.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { invoiceChanged } from './invoice-events.ts'
import { invoicesHttp } from './http.ts'
import { invoiceSubject, type RecordTransfer } from './invoice-subject.ts'
import { invoiceJobs } from './jobs.ts'
import { storeMailAttempt } from './mail-store.ts'
import { sellerClass } from './seller.ts'

export { addDemoInvoice, type DemoLine, demoInvoiceRemovals } from './demo-invoice-store.ts'
export { documentsOf } from './documents-store.ts'
export { renderDefinition } from './documents/pdf/render-pdf.ts'
export type { Content, Definition } from './documents/pdf/pdfmake.ts'
export { invoiceChanged } from './invoice-events.ts'
export { issueForSession } from './issue-for-session.ts'
export { documentIds } from './mail-store.ts'
export { findDemoSeller, findSeller } from './party-store.ts'
export { findInvoice, type InvoiceRow, lockInvoice } from './invoice-store.ts'
export { renderStatementPdf } from './documents/pdf/render-pdf.ts'
export {
  documentsOfStatement,
  partiesOfStatement,
  storeStatementDocument,
} from './statement-documents-store.ts'
export { openAmountOf, settleInvoice } from './settle-invoice.ts'

interface InvoicesDeps {
  /** Books a transfer that a user has seen. */
  recordTransfer: RecordTransfer
  methods: Methods
  addressOf: (fileId: string) => string
  mail: { queue: MailQueue; attempts: AttemptListeners }
}

export { isIban } from './documents/identifiers.ts'
export function registerInvoices(ctx: ModuleContext, deps: InvoicesDeps) {
  const { queue, attempts } = deps.mail
  attempts.add(async (tx, attempt) => {
    const about = await storeMailAttempt(tx, attempt)
    if (about) await ctx.bus.publish(tx, invoiceChanged(about.accountId, [about.invoiceId]))
  })
  const sellers = businessEndpoints({ ...ctx, ...deps }, sellerClass)
  const withLogo = <Row extends { logo?: string | null }>(row: Row): Row =>
    row.logo ? { ...row, logo: deps.addressOf(row.logo) } : row
  return {
    handlers: {
      ...invoicesHttp({ ...ctx, ...deps }),
      async sellerList(viewer, query) {
        const rows = await sellers.list(viewer, query)
        return isRefusal(rows) ? rows : rows.map(withLogo)
      },
      sellerCount: sellers.count,
      async sellerGet(viewer, body) {
        const row = await sellers.get(viewer, body)
        return isRefusal(row) ? row : withLogo(row)
      },
      async sellerSet(viewer, body) {
        const row = await sellers.set(viewer, body)
        return isRefusal(row) ? row : withLogo(row)
      },
      sellerMethod: sellers.method,
      sellerType: sellers.type,
    } satisfies Handlers,
    jobs: invoiceJobs({ ...ctx, mail: queue }),
    subjects: [
      businessSubject(sellerClass),
      invoiceSubject({ recordTransfer: deps.recordTransfer, mail: queue }),
    ],
  }
}
