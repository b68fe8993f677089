import { refuseClientUser } from '../../shared/client-user.ts'
import { decimalOf, positiveMinorUnits } from '../../shared/money.ts'
import { isUuid, newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { HandlerResult, MethodCall, Subject, WorkflowObject } from '../workflow/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentFacts } from './list-store.ts'
import { paymentChanged, paymentNotFound } from './payment-events.ts'
import { findPayment, type PaymentRow, updatePayment } from './payment-store.ts'
import { performRequests } from './perform-request.ts'
import { countRefunds, findRefund } from './refund-store.ts'
import { requestCancel } from './request-cancel.ts'
import { requestCapture } from './request-capture.ts'
import { insertRequest } from './request-store.ts'
import { bookRefund } from './settle-refund.ts'

interface PaymentObject extends WorkflowObject, PaymentFacts {
  state: PaymentFacts['state']
  row: PaymentRow
}

const maxReason = 500
/** Refunds of a payment, as many as are found at a provider by one request. */
const maxRefunds = 50

/** Workflow subject of payments: methods request what their provider then carries out. */
export const paymentSubject = (deps: PaymentDeps): Subject<PaymentObject, PaymentFacts> => ({
  classCode: 'payment',
  missing: paymentNotFound,
  handlers: ['payment.capture', 'payment.cancel', 'payment.refund'],
  async find(db, scope, by) {
    const row = await findPayment(db, scope, by)
    if (!row) return null
    return {
      classCode: 'payment',
      ...row.facts,
      accountId: row.accountId,
      label: row.code,
      type: row.provider,
      ownerId: row.ownerId,
      tags: [],
      fields: { amount: row.amountMinor, currency: row.currency },
      row,
    }
  },
  enter: (tx, { id }, { state, now }) =>
    updatePayment(tx, id, { state: state.code as PaymentFacts['state'], now }), // states are fixed
  changed: ({ row }) => paymentChanged(row),
  async handle(tx, { row }, call): Promise<HandlerResult | Refusal> {
    // money is moved by the operator
    const forbidden = call.viewer && refuseClientUser(call.viewer, 'change', 'payment')
    if (forbidden) return forbidden
    const refusal = await works[call.handler]!(tx, row, call)
    if (isRefusal(refusal)) return refusal
    const after = async () => void (await outsideTenant(() => performRequests(deps, row.id)))
    return { isStored: true, events: paymentChanged(row), after }
  },
  isRepeated: async (tx, { row }, { method, params, viewer }) =>
    method === 'refund' && viewer.clientId === null && (await isRefunded(tx, row, params)) === true,
  prevents: ({ refundable, isOfGuest }, method) =>
    (method === 'refund' && refundable === 0) || (method !== 'refund' && isOfGuest)
      ? refuse('payment.wrong_state', { field: 'action' })
      : null,
  refuse: () => refuse('payment.wrong_state', { field: 'action' }),
})

type Work = (tx: Tx, payment: PaymentRow, call: MethodCall) => Promise<unknown>

const works: Record<string, Work> = {
  async 'payment.capture'(tx, payment, { params, now }) {
    const { authorisedMinor, currency } = payment
    const mostMinor =
      params.amount === undefined ? authorisedMinor : positiveMinorUnits(params.amount, currency)
    if (mostMinor === null) return refuse('payment.amount_invalid', { field: 'params.amount' })
    if (mostMinor > authorisedMinor) return tooHigh(authorisedMinor, currency)
    return requestCapture(tx, payment, { mostMinor, now })
  },
  'payment.cancel': (tx, payment, { now }) => requestCancel(tx, payment, now),
  'payment.refund': refundByUser,
}

const tooHigh = (mostMinor: number, currency: string) =>
  refuse('payment.amount_too_high', {
    limit: decimalOf(mostMinor, currency),
    currency,
    field: 'params.amount',
  })

/** Returns true if a refund with this id is booked with the same content, false if with another; null without one. */
async function isRefunded(
  tx: Tx,
  { id: paymentId, currency }: PaymentRow,
  { refund: id, amount }: MethodCall['params'],
): Promise<boolean | null> {
  if (typeof id !== 'string' || !isUuid(id)) return null
  const first = await findRefund(tx, { id })
  if (!first) return null
  return (
    first.paymentId === paymentId &&
    (amount === undefined || first.amountMinor === positiveMinorUnits(amount, currency))
  )
}

/** Books a refund; its id makes a repeated request book it once. */
async function refundByUser(
  tx: Tx,
  payment: PaymentRow,
  { params, viewer, now }: MethodCall,
): Promise<unknown> {
  const { currency, accountId, id: paymentId, facts, provider } = payment
  const { refund: id = newId(), reason = '', amount } = params
  if (typeof id !== 'string' || !isUuid(id)) return refuse('value.uuid', { field: 'params.refund' })
  if (typeof reason !== 'string' || reason.length > maxReason)
    return refuse('value.too_long', { field: 'params.reason', limit: maxReason })
  const amountMinor = amount === undefined ? facts.refundable : positiveMinorUnits(amount, currency)
  if (amountMinor === null) return refuse('payment.amount_invalid', { field: 'params.amount' })
  const isSame = await isRefunded(tx, payment, params)
  if (isSame !== null) return isSame ? null : refuse('payment.id_taken', { field: 'params.refund' })
  if ((await countRefunds(tx, paymentId)) >= maxRefunds) return refuse('limit.reached', { limit: maxRefunds })
  if (amountMinor > facts.refundable) return tooHigh(facts.refundable, currency)
  const refusal = await bookRefund(tx, payment, {
    id,
    amountMinor,
    reason: reason.trim() || null,
    ownerId: viewer?.userId ?? null,
    state: provider === 'manual' ? 'succeeded' : 'pending',
    isChecked: true,
    now,
  })
  if (refusal || provider === 'manual') return refusal
  await insertRequest(tx, { accountId, paymentId, refundId: id, kind: 'refund', amountMinor, now })
}
