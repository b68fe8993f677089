import type { BodyOf, paymentCreate } from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import { newId } from '../../shared/ids.ts'
import { decimalOf, positiveMinorUnits } from '../../shared/money.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { payingClient } from '../clients/index.ts'
import { findInvoice, openAmountOf } from '../invoices/index.ts'
import type { PaymentDeps } from './deps.ts'
import { paymentChanged } from './payment-events.ts'
import {
  countWaiting,
  findWaitingPayment,
  insertPayment,
  type PaymentRow,
  readPayment,
} from './payment-store.ts'
import { performRequests } from './perform-request.ts'
import { insertRequest } from './request-store.ts'

type Body = BodyOf<typeof paymentCreate>

/** Payments of a client that wait at the same time. */
const maxWaiting = 20

/** Invoice or amount that a request is to pay. */
interface Order
  extends Pick<PaymentRow, 'accountId' | 'clientId' | 'invoiceId' | 'currency' | 'amountMinor'> {
  label: string
  isTrialInvoice: boolean | null
}

/**
 * Stores a payment and asks its provider after the commit. Returns its id. If another caller pays the same invoice, it is
 * the same payment, so that both see one page and the invoice is paid once.
 */
export async function createPayment(
  deps: PaymentDeps,
  viewer: Viewer,
  body: Body,
): Promise<string | Refusal> {
  if (body.returnto !== undefined && !isOwnPath(body.returnto, deps.origin()))
    return refuse('payment.return_invalid', { field: 'returnto' })
  // users of a client pay; when money is taken is decided by the operator
  const refusal = body.capture === 'later' ? refuseClientUser(viewer, 'create', 'payment') : null
  if (refusal) return refusal
  const id = await inTransaction(deps.db, (tx) => storePayment(deps, tx, { viewer, body }), {
    rollsBack: isRefusal,
  })
  if (isRefusal(id)) return id
  // the system carries out what was committed: users of a client see neither the ledger nor its other accounts
  const performed = await outsideTenant(() => performRequests(deps, id))
  if (performed === 'refused') return refuse('payment.provider_refused', { field: 'provider' })
  return performed === 'unreachable' ? refuse('payment.provider_unreachable') : id
}

/** Returns true for a path of this server: payers return to no other place. */
function isOwnPath(path: string, origin: string): boolean {
  if (!/^\/[\w\-./?=&%]*$/.test(path) || path.startsWith('//')) return false
  return URL.canParse(path, origin) && new URL(path, origin).origin === new URL(origin).origin
}

interface Storing {
  viewer: Viewer
  body: Body
}

async function storePayment(
  { providers, bus, clock }: PaymentDeps,
  tx: Tx,
  { viewer, body }: Storing,
): Promise<string | Refusal> {
  const order = await readOrder(tx, { viewer, body })
  if (isRefusal(order)) return order
  const { label, isTrialInvoice, ...row } = order
  const { accountId, invoiceId, amountMinor, currency } = row
  const provider = providers.ofAccount(accountId, body.provider)
  if (!provider) return refuse('payment.provider_inactive', { field: 'provider' })
  const id = body.id ?? newId()
  const isCapturedLater = body.capture === 'later'
  const first = body.id === undefined ? null : await readPayment(tx, body.id)
  if (first) return isRepeated(first, { body, order }) ? first.id : idTaken
  if (amountMinor <= 0) return refuse('payment.invoice_settled', { field: 'invoice' })
  if (isTrialInvoice !== null && isTrialInvoice !== provider.isTrial)
    return refuse('payment.trial_mismatch', { field: 'provider' })
  const waiting = invoiceId === null ? null : await findWaitingPayment(tx, invoiceId)
  if (waiting) {
    const isSame = waiting.provider === provider.code && waiting.amountMinor === amountMinor
    const isPage = waiting.state === 'pending' && !waiting.isCapturedLater && !isCapturedLater
    return isSame && isPage ? waiting.id : refuse('payment.in_progress', { field: 'invoice' })
  }
  if ((await countWaiting(tx, order.clientId)) >= maxWaiting)
    return refuse('limit.reached', { limit: maxWaiting })
  const now = clock.now()
  const isNew = await insertPayment(tx, {
    ...row,
    id,
    ownerId: viewer.userId,
    provider: provider.code,
    purpose: invoiceId === null ? 'top_up' : 'invoice',
    isTrial: provider.isTrial,
    isCapturedLater,
    returnPath: body.returnto ?? (invoiceId === null ? '/crm' : `/crm/invoice/${invoiceId}`),
    now,
  })
  if (!isNew) {
    // by a request at the same time, or of an account that the viewer does not see
    const earlier = await readPayment(tx, id)
    return earlier && isRepeated(earlier, { body, order }) ? id : idTaken
  }
  await insertRequest(tx, { accountId, paymentId: id, kind: 'authorise', amountMinor, now })
  await recordChange(tx, viewer, {
    accountId,
    classCode: 'payment',
    objectId: id,
    label,
    action: 'create',
    after: { provider: provider.code, amount: decimalOf(amountMinor, currency), currency },
  })
  await bus.publish(tx, paymentChanged({ accountId, id, invoiceId }))
  return id
}

const idTaken = refuse('payment.id_taken', { field: 'id' })

/** Returns true if a payment is the result of the same request. */
const isRepeated = (
  first: PaymentRow,
  { body, order: { clientId, invoiceId, amountMinor } }: { body: Body; order: Order },
): boolean =>
  first.provider === body.provider &&
  first.clientId === clientId &&
  first.invoiceId === invoiceId &&
  (invoiceId !== null || first.amountMinor === amountMinor)

/** Returns what is to be paid; an invoice is locked. */
async function readOrder(tx: Tx, { viewer, body }: Storing): Promise<Order | Refusal> {
  const { invoice: invoiceId, client: clientId, amount } = body
  if (invoiceId !== undefined) {
    if (clientId !== undefined || amount !== undefined)
      return refuse('payment.purpose_required', { field: 'invoice' })
    const invoice = await findInvoice(tx, viewer, { id: invoiceId, isLocked: true })
    if (!invoice) return refuse('invoice.not_found', { field: 'invoice' })
    if (invoice.code === null || invoice.type !== 'invoice')
      return refuse('invoice.wrong_state', { field: 'invoice' })
    if (invoice.facts.isDemo) return refuse('invoice.demo', { field: 'invoice' })
    const { accountId, currency, isTrial: isTrialInvoice, code: label } = invoice
    const of = { accountId, clientId: invoice.clientId, invoiceId, currency, label, isTrialInvoice }
    return { ...of, amountMinor: openAmountOf(invoice) }
  }
  if (clientId === undefined || amount === undefined)
    return refuse('payment.purpose_required', { field: 'invoice' })
  const client = await payingClient(tx, viewer, clientId)
  if (!client) return refuse('client.not_found', { field: 'client' })
  const { accountId, currency, name: label } = client
  const amountMinor = positiveMinorUnits(amount, currency)
  if (amountMinor === null) return refuse('payment.amount_invalid', { field: 'amount' })
  return { accountId, clientId, invoiceId: null, currency, label, amountMinor, isTrialInvoice: null }
}
