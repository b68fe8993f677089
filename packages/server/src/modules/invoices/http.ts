import type { BodyOf, invoiceDraft } from '@stationmaster/contract'
import { hideMethods, refuseClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount } from '../../storage/list/list-query.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { isClientOf } from '../clients/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { driverInvoicesHttp } from './driver-http.ts'
import { documentsOf } from './documents-store.ts'
import { draftInvoices } from './draft-invoices.ts'
import { invoiceChanged } from './invoice-events.ts'
import { invoiceNotFound } from './invoice-subject.ts'
import { invoiceDetailSource, invoiceSource, linesOf } from './list-store.ts'
import { findBuyer, findSeller } from './party-store.ts'
import { periodOf } from './period-store.ts'

export interface InvoiceHttpDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'config'> {
  methods: Methods
  addressOf: (fileId: string) => string
}

const objects = { classCode: 'invoice', source: invoiceSource } as const
const linesPerPage = 100

export const invoicesHttp = (deps: InvoiceHttpDeps) =>
  ({
    ...driverInvoicesHttp(deps),
    async invoiceList(viewer, query) {
      const rows = await deps.methods.list(viewer, objects, query)
      return isRefusal(rows) ? rows : rows.map((row) => hideMethods(viewer, row))
    },
    invoiceCount: (viewer, query) => runCount({ db: deps.db, source: invoiceSource, scope: viewer }, query),
    async invoiceGet(viewer, { id, fields }) {
      const shown = { classCode: 'invoice' as const, source: invoiceDetailSource, fields }
      const invoice = await deps.methods.get(viewer, shown, { id })
      if (!invoice) return invoiceNotFound
      if (isRefusal(invoice)) return invoice
      const documents = await documentsOf(deps.db, id)
      return {
        ...hideMethods(viewer, invoice),
        documents: documents.map((row) => ({ ...row, url: deps.addressOf(row.id) })),
        // whom the operator writes to is not the business of a user of the client
        ...(viewer.clientId === null || !invoice.mails ? {} : { mails: [] }),
      }
    },
    async invoiceLines(viewer, { id, reclimit = linesPerPage, recoffset = 0 }) {
      const invoice = await deps.methods.get(viewer, { ...objects, fields: ['id'] }, { id })
      return invoice ? linesOf(deps.db, id, { limit: reclimit, offset: recoffset }) : invoiceNotFound
    },
    async invoiceMethod(viewer, { id }) {
      const offers = await deps.methods.offers(viewer, 'invoice', id)
      return isRefusal(offers) || viewer.clientId === null ? offers : []
    },
    async invoiceDraft(viewer, body) {
      const ids = await draft(deps, viewer, body)
      return isRefusal(ids) ? ids : deps.methods.list(viewer, objects, { filter: { id: ids } })
    },
  }) satisfies Handlers

/** Creates drafts for a client; returns their ids. */
async function draft(
  { db, bus, clock, config }: InvoiceHttpDeps,
  viewer: Viewer,
  { client, seller: sellerId, periodfrom: from, periodto: to }: BodyOf<typeof invoiceDraft>,
): Promise<string[] | Refusal> {
  if (to < from) return refuse('invoice.period_invalid', { field: 'periodto' })
  // users of a client do not issue invoices, not even to themselves
  const refusal = refuseClientUser(viewer, 'create', 'invoice')
  if (refusal) return refusal
  const { accountId } = viewer
  return inTransaction(db, async (tx) => {
    if (!(await isClientOf(tx, accountId, client))) return refuse('client.not_found', { field: 'client' })
    const seller = await findSeller(tx, { accountId, id: sellerId })
    if (!seller) return refuse('invoice.no_seller', { field: 'seller' })
    const buyer = await findBuyer(tx, client)
    if (!buyer) return refuse('client.not_found', { field: 'client' })
    const now = clock.now()
    const period = await periodOf(tx, { from, to, timeZone: seller.timeZone })
    const { ids, hasEarlierDraft } = await draftInvoices(tx, {
      seller,
      buyer,
      period,
      ownerId: viewer.userId,
      kinds: null,
      isTrial: config.payments.isTrial,
      now,
    })
    if (ids.length === 0)
      return refuse(hasEarlierDraft ? 'invoice.draft_exists' : 'invoice.no_charges', { field: 'client' })
    for (const id of ids)
      await recordChange(tx, viewer, {
        accountId,
        classCode: 'invoice',
        objectId: id,
        label: buyer.name,
        action: 'create',
        after: { client: buyer.name, from, to },
      })
    await bus.publish(tx, invoiceChanged(accountId, ids))
    return ids
  })
}
