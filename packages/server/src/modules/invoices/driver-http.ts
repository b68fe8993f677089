import { driverInvoiceList, maxDriverInvoices } from '@stationmaster/contract'
import { asClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { runGet, runList } from '../../storage/list/list-query.ts'
import { documentsOf } from './documents-store.ts'
import type { ModuleContext } from '../module.ts'
import { invoiceNotFound } from './invoice-subject.ts'
import { invoiceSource } from './list-store.ts'

const fields = Object.keys(driverInvoiceList.answer.items.properties)

/** Endpoints of drivers who may see the invoices of their client. */
export const driverInvoicesHttp = ({
  db,
  addressOf,
}: Pick<ModuleContext, 'db'> & { addressOf: (fileId: string) => string }) =>
  ({
    driverInvoiceList: (viewer, { recoffset = 0 }) =>
      runList(
        { db, source: invoiceSource, scope: asClientUser(viewer) },
        { fields, recoffset, reclimit: maxDriverInvoices, orderby: ['issued DESC', 'created DESC'] },
      ),
    async driverInvoiceGet(viewer, { id }) {
      const invoice = await runGet({ db, source: invoiceSource, scope: asClientUser(viewer) }, { id }, fields)
      if (!invoice) return invoiceNotFound
      if (isRefusal(invoice)) return invoice
      const documents = await documentsOf(db, id)
      return {
        ...invoice,
        documents: documents.map(({ id: file, kind, name }) => ({ kind, name, url: addressOf(file) })),
      }
    },
  }) satisfies Handlers
