import type { AnswerOf, paymentGet, paymentList } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { objectColumns, stateName, typeName } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import { orderOfJournal } from '../ledger/index.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'
import type { PaymentState } from './payment-state.ts'

type PaymentListed = AnswerOf<typeof paymentList>[number]
type PaymentShown = AnswerOf<typeof paymentGet>

/** Facts of a payment that decide which methods are possible. */
export interface PaymentFacts extends MethodFacts {
  state: PaymentState
  /** Minor units. */
  refundable: number
  /** True for a payment of a guest, which is captured or released by itself. */
  isOfGuest: boolean
}

/** Selects the payments that the viewer may see, as `payments y`: users of a client see its own. */
export function visiblePayments(scope: Scope): RawBuilder<unknown> {
  if (scope.isAdmin) return sql`true`
  if (scope.isDriver) return sql`false`
  return sql`y.account_id = ${scope.accountId}${exceptFor(scope, { payment: 'y.id', client: 'y.client_id' })}`
}

const refundable = sql`greatest(y.captured_minor - y.refunded_minor - y.disputed_minor, 0)`

/** The facts over `payments y`. */
export const paymentFacts = sql<PaymentFacts>`json_build_object('id', y.id, 'state', y.state,
  'refundable', ${refundable}, 'isOfGuest', y.purpose = 'guest')`

const amount = (minor: RawBuilder<unknown>) => column.decimal(sql`decimal_amount(${minor}, y.currency)`)
const invoiceCode = sql`(select i.code from invoices i where i.id = y.invoice_id)`
const isWaiting = sql`y.state in ('pending', 'waiting_for_capture')`
const state = sql`y.state`

/** Number of a payment: random digits of its id. */
export const paymentCode = sql`upper(right(y.id::text, 12))`
/** Text that the payer sees: where a guest charges, the number of the invoice, or of the payment. */
export const payerLabel = sql`coalesce(case when y.purpose = 'guest' then y.description end, ${invoiceCode}, ${paymentCode})`

const listColumns = {
  ...objectColumns('payment', {
    alias: 'y',
    owner: 'y.owner_id',
    stateType: sql`state_type_of('payment', y.state)`,
  }),
  code: column.text(paymentCode),
  label: column.text(
    sql`coalesce(${invoiceCode}, case when y.purpose = 'guest' then y.description end, ${typeName('order', sql`'top_up'`)})`,
  ),
  ...clientColumns('y'),
  purpose: column.text('y.purpose'),
  description: column.text('y.description', 'nullable'),
  statustext: column.text(stateName('payment', state)),
  currency: column.text('y.currency'),
  amount: amount(sql`y.amount_minor`),
  captured: amount(sql`y.captured_minor`),
  refunded: amount(sql`y.refunded_minor`),
  refundable: amount(refundable),
  datetime: column.instant(sql`coalesce(y.paid_at, y.created_at)`),
  operdate: column.instant('y.booked_at', 'nullable'),
  invoice: column.id('y.invoice_id', 'nullable'),
  invoicecode: column.text(invoiceCode, 'nullable'),
  order: column.id(orderOfJournal('y.journal_id'), 'nullable'),
  reference: column.text('y.reference', 'nullable'),
  checkout: column.text(sql`case when y.state = 'pending' then y.checkout_url end`, 'nullable'),
  expires: column.instant(sql`case when ${isWaiting} then y.expires_at end`, 'nullable'),
  capturebefore: column.instant(sql`case when ${isWaiting} then y.capture_before end`, 'nullable'),
  trial: column.boolean('y.is_trial'),
  error: column.text('y.error', 'nullable'),
  methods: column.shown(paymentFacts),
  version_no: column.integer('y.version_no'),
}

const common = {
  from: sql`payments y`,
  key: 'id',
  order: ['created DESC'],
  visible: visiblePayments,
} as const

export const paymentSource: ListSource<WithFacts<PaymentListed>> = { ...common, columns: listColumns }

const time = (name: string) => sql`to_json(${sql.ref(name)} at time zone 'UTC') #>> '{}' || 'Z'`

export const paymentDetailSource: ListSource<WithFacts<PaymentShown>> = {
  ...common,
  columns: {
    ...listColumns,
    refunds: column.shown(sql`(select coalesce(json_agg(json_build_object('id', r.id, 'statecode', r.state,
      'amount', decimal_amount(r.amount_minor, r.currency)::text, 'reason', r.reason, 'error', r.error,
      'created', ${time('r.created_at')}) order by r.created_at, r.id), '[]'::json)
      from refunds r where r.payment_id = y.id)`),
    disputes: column.shown(sql`(select coalesce(json_agg(json_build_object('id', d.id, 'statecode', d.state,
      'amount', decimal_amount(d.amount_minor, d.currency)::text, 'reason', d.reason,
      'created', ${time('d.created_at')}) order by d.created_at, d.id), '[]'::json)
      from disputes d where d.payment_id = y.id)`),
  },
}
