// Invoices: sellers, drafts from the charges of clients, numbers without gaps, credit notes, and what is paid of them.
// Not here: prices and charges (tariffs, charges), the ledger, and how money is paid (payments).
import type { Handlers } from '../../shared/handlers.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { invoicesHttp } from './http.ts'
import { invoiceSubject } from './invoice-subject.ts'
import { invoiceJobs } from './jobs.ts'
import { sellerClass } from './seller.ts'

interface InvoicesDeps {
  methods: Methods
  addressOf: (fileId: string) => string
}

export function registerInvoices(ctx: ModuleContext, deps: InvoicesDeps) {
  const sellers = businessEndpoints({ ...ctx, ...deps }, sellerClass)
  return {
    handlers: {
      ...invoicesHttp({ ...ctx, ...deps }),
      sellerList: sellers.list,
      sellerCount: sellers.count,
      sellerGet: sellers.get,
      sellerSet: sellers.set,
      sellerMethod: sellers.method,
      sellerType: sellers.type,
    } satisfies Handlers,
    jobs: invoiceJobs(ctx),
    subjects: [businessSubject(sellerClass), invoiceSubject],
  }
}
