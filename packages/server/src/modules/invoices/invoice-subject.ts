import { refuseClientUser } from '../../shared/client-user.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { HandlerResult, MethodCall, Subject, WorkflowObject } from '../workflow/index.ts'
import type { MailQueue } from '../mail/index.ts'
import { releaseCharges } from '../charges/index.ts'
import { creditInvoice } from './credit-invoice.ts'
import { invoiceChanged } from './invoice-events.ts'
import { deleteLines, findInvoice, type InvoiceRow, updateInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import type { InvoiceFacts } from './list-store.ts'
import { replaceInvoice } from './replace-invoice.ts'
import { mailInvoice } from './mail-invoice.ts'
import { documentIds, mailedInvoice } from './mail-store.ts'

interface InvoiceObject extends WorkflowObject, InvoiceFacts {
  row: InvoiceRow
}

export const invoiceNotFound = refuse('invoice.not_found', { field: 'id' })

const maxReason = 500

/** Books a bank transfer for an issued invoice. */
export type RecordTransfer = (
  tx: Tx,
  invoice: InvoiceRow,
  call: { params: Readonly<Record<string, unknown>>; viewer: Viewer | null; now: Date },
) => Promise<Refusal | null>

interface SubjectDeps {
  mail: MailQueue
  recordTransfer: RecordTransfer
}

/** Workflow subject of invoices: users issue, cancel, credit and send; payments and jobs do the rest. */
export const invoiceSubject = (deps: SubjectDeps): Subject<InvoiceObject, InvoiceFacts> => ({
  classCode: 'invoice',
  missing: invoiceNotFound,
  handlers: [
    'invoice.issue',
    'invoice.cancel',
    'invoice.credit',
    'invoice.replace',
    'invoice.pay',
    'invoice.make_documents',
    'invoice.send',
  ],
  async find(db, scope, { id, isLocked }) {
    const row = await findInvoice(db, scope, { id, isLocked })
    if (!row) return null
    return {
      classCode: 'invoice',
      ...row.facts,
      accountId: row.accountId,
      label: row.code ?? row.id,
      type: row.type,
      ownerId: row.ownerId,
      tags: [],
      fields: { code: row.code, amount: row.grossMinor, currency: row.currency },
      row,
    }
  },
  enter: (tx, { id }, { state, now }) => updateInvoice(tx, id, { state: state.code, now }),
  changed: ({ accountId, id }) => invoiceChanged(accountId, [id]),
  async handle(tx, { row: invoice }, call): Promise<HandlerResult | Refusal> {
    // what a client owes is decided by the operator
    const forbidden = call.viewer && refuseClientUser(call.viewer, 'change', 'invoice')
    if (forbidden) return forbidden
    const result = await works[call.handler]!(tx, { invoice, call, deps })
    if (isRefusal(result)) return result
    return {
      isStored: true,
      events: [...invoiceChanged(invoice.accountId), { kind: 'invoice.issued' }],
      ...(call.handler === 'invoice.replace' && { after: () => Promise.resolve(result) }),
    }
  },
  prevents({ isCreditNote, isCredited, isReplaced, hasDocumentError, isDemo }, method) {
    // the demo can be removed, and what is booked cannot
    if (isDemo) return refuse('invoice.demo', { field: 'action' })
    if (method === 'send') return null
    if (method === 'make_documents')
      return hasDocumentError ? null : refuse('invoice.documents_exist', { field: 'action' })
    if (isCreditNote) return refuse('invoice.wrong_state', { field: 'action' })
    if (method === 'replace') return isReplaced ? refuse('invoice.replaced', { field: 'action' }) : null
    return method === 'credit' && isCredited ? refuse('invoice.credited_in_full') : null
  },
  refuse: () => refuse('invoice.wrong_state', { field: 'action' }),
})

interface Work {
  invoice: InvoiceRow
  call: MethodCall
  deps: SubjectDeps
}

const works: Record<string, (tx: Tx, work: Work) => Promise<unknown>> = {
  'invoice.issue': (tx, { invoice, call: { now } }) => issueInvoice(tx, { invoice, now }),
  'invoice.make_documents': (tx, { invoice, call: { now } }) =>
    updateInvoice(tx, invoice.id, { isDocumentDue: true, error: null, now }),
  async 'invoice.send'(tx, { invoice: { id }, call: { now }, deps: { mail } }) {
    const facts = await mailedInvoice(tx, id)
    const { recipient, client } = facts
    if (recipient === null) return refuse('invoice.no_address', { client })
    if ((await documentIds(tx, id)).length === 0) return refuse('invoice.no_documents')
    const isSent = await mailInvoice(tx, { ...facts, recipient }, { kind: 'invoice', mail, now })
    return isSent ? null : refuse('invoice.too_many_mails', { address: recipient })
  },
  'invoice.pay': (tx, { invoice, call, deps }) => deps.recordTransfer(tx, invoice, call),
  async 'invoice.cancel'(tx, { invoice, call: { now } }) {
    await releaseCharges(tx, invoice.id, now)
    await deleteLines(tx, invoice.id)
    await updateInvoice(tx, invoice.id, { state: 'cancelled', now })
  },
  async 'invoice.credit'(tx, { invoice, call: { params, viewer, now } }) {
    const { lines } = params
    const reason = reasonOf(params)
    if (isRefusal(reason)) return reason
    const numbers = Array.isArray(lines) ? lines.map(Number) : null
    const ownerId = viewer?.userId ?? null
    const note = await creditInvoice(tx, {
      invoice,
      lines: numbers,
      reason,
      ownerId,
      now,
    })
    if (isRefusal(note) || !viewer) return note
    await recordCreated(tx, viewer, { invoice, created: note, after: { corrects: invoice.code, reason } })
    return note
  },
  async 'invoice.replace'(tx, { invoice, call: { params, viewer, now } }) {
    const reason = reasonOf(params)
    if (isRefusal(reason)) return reason
    const replaced = await replaceInvoice(tx, { invoice, reason, ownerId: viewer?.userId ?? null, now })
    if (isRefusal(replaced)) return replaced
    const { creditNote, isCreditedBefore, invoice: created } = replaced
    if (viewer && !isCreditedBefore) {
      const after = { corrects: invoice.code, reason }
      await recordCreated(tx, viewer, { invoice, created: creditNote, after })
    }
    if (viewer)
      await recordCreated(tx, viewer, { invoice, created, after: { replaces: invoice.code, reason } })
    return { creditnote: creditNote.id, invoice: created.id }
  },
}

/** Returns the reason that a request states. */
function reasonOf({ reason }: MethodCall['params']): string | Refusal {
  if (typeof reason !== 'string' || reason.trim() === '')
    return refuse('invoice.reason_required', { field: 'params.reason' })
  return reason.trim().length > maxReason
    ? refuse('value.too_long', { field: 'params.reason', limit: maxReason })
    : reason.trim()
}

interface Created {
  invoice: InvoiceRow
  created: { id: string; code: string }
  after: Record<string, string | null>
}

/** Records in the audit trail that a document was created because of an invoice. */
const recordCreated = (tx: Tx, viewer: Viewer, { invoice, created, after }: Created) =>
  recordChange(tx, viewer, {
    accountId: invoice.accountId,
    classCode: 'invoice',
    objectId: created.id,
    label: created.code,
    action: 'create',
    after,
  })
