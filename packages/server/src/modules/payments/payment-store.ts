import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { payerLabel, type PaymentFacts, paymentCode, paymentFacts, visiblePayments } from './list-store.ts'
import type { PaymentState } from './payment-state.ts'
import type { ProviderCode } from './provider.ts'

export interface PaymentRow {
  id: string
  code: string
  accountId: string
  clientId: string
  invoiceId: string | null
  ownerId: string | null
  provider: ProviderCode
  purpose: 'invoice' | 'top_up' | 'guest'
  state: PaymentState
  /** Text that the payer sees. */
  label: string
  currency: string
  amountMinor: number
  authorisedMinor: number
  capturedMinor: number
  refundedMinor: number
  disputedMinor: number
  feeMinor: number | null
  isCapturedLater: boolean
  sessionReference: string | null
  reference: string | null
  returnPath: string | null
  expiresAt: Date | null
  captureAt: Date | null
  isTrial: boolean
  facts: PaymentFacts
}

const paymentColumns = sql`y.id, ${paymentCode} as code, y.account_id as "accountId", y.client_id as "clientId",
  y.invoice_id as "invoiceId", y.owner_id as "ownerId", y.type as provider, y.purpose, y.state, ${payerLabel} as label, y.currency,
  y.amount_minor as "amountMinor", y.authorised_minor as "authorisedMinor", y.captured_minor as "capturedMinor",
  y.refunded_minor as "refundedMinor", y.disputed_minor as "disputedMinor", y.fee_minor as "feeMinor",
  y.is_captured_later as "isCapturedLater", y.session_reference as "sessionReference", y.reference,
  y.return_path as "returnPath", y.expires_at as "expiresAt", y.capture_at as "captureAt", y.is_trial as "isTrial",
  ${paymentFacts} as facts`

/** Returns a payment that the scope may see, locked if it is to be changed. */
export async function findPayment(
  db: Db,
  scope: Scope,
  { id, isLocked }: { id: string; isLocked: boolean },
): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${paymentColumns} from payments y
    where y.id = ${id} and (${visiblePayments(scope)}) ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Returns a payment without a check of rights, locked: for jobs and messages of providers. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | null> {
  const { rows } =
    await sql<PaymentRow>`select ${paymentColumns} from payments y where y.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Returns a payment without a check of rights. */
export async function readPayment(db: Db, id: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${paymentColumns} from payments y where y.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Returns the payment that a provider knows by one of these references; null if there is none. */
export async function findPaymentByReference(
  db: Db,
  provider: ProviderCode,
  by: {
    paymentId?: string | undefined
    sessionReference?: string | undefined
    reference?: string | undefined
  },
): Promise<{ id: string; isBooked: boolean } | null> {
  const { paymentId = null, sessionReference = null, reference = null } = by
  const { rows } = await sql<{ id: string; isBooked: boolean }>`
    select y.id, y.booked_at is not null as "isBooked" from payments y where y.type = ${provider}
      and (y.id = ${paymentId}::uuid or y.session_reference = ${sessionReference} or y.reference = ${reference})
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns the payment of an invoice that waits for its payer or for its capture. */
export async function findWaitingPayment(tx: Tx, invoiceId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${paymentColumns} from payments y
    where y.invoice_id = ${invoiceId} and y.state in ('pending', 'waiting_for_capture')`.execute(tx)
  return rows[0] ?? null
}

/** Returns the number of payments of a client that wait for their payer or for their capture. */
export async function countWaiting(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payments y
    where y.client_id = ${clientId} and y.state in ('pending', 'waiting_for_capture')`.execute(tx)
  return rows[0]!.count
}

export interface NewPayment
  extends Pick<
    PaymentRow,
    | 'id'
    | 'accountId'
    | 'clientId'
    | 'invoiceId'
    | 'ownerId'
    | 'provider'
    | 'purpose'
    | 'currency'
    | 'amountMinor'
    | 'isTrial'
  > {
  isCapturedLater?: boolean
  returnPath?: string | null
  description?: string | null
  now: Date
}

/** Adds a payment; returns false if one with its id exists. */
export async function insertPayment(tx: Tx, row: NewPayment): Promise<boolean> {
  const isReceived = row.provider === 'manual'
  const received = isReceived ? row.amountMinor : 0
  const receivedAt = isReceived ? row.now : null
  const { rows } =
    await sql`insert into payments (id, account_id, client_id, invoice_id, owner_id, type, purpose, state, currency,
      amount_minor, authorised_minor, captured_minor, is_captured_later, return_path, description, is_trial, paid_at, booked_at,
      fee_minor, created_at, updated_at)
    values (${row.id}, ${row.accountId}, ${row.clientId}, ${row.invoiceId}, ${row.ownerId}, ${row.provider},
      ${row.purpose}, ${isReceived ? 'succeeded' : 'pending'}, ${row.currency}, ${row.amountMinor}, ${received},
      ${received}, ${row.isCapturedLater ?? false}, ${row.returnPath ?? null},
      ${row.description ?? null}, ${row.isTrial}, ${receivedAt},
      ${receivedAt}, ${isReceived ? 0 : null}, ${row.now}, ${row.now})
    on conflict (id) do nothing returning id`.execute(tx)
  return rows.length === 1
}

/** Columns of a payment that change after its creation. */
export interface PaymentChange {
  state?: PaymentState
  authorisedMinor?: number
  capturedMinor?: number
  refundedMinor?: number
  disputedMinor?: number
  feeMinor?: number
  sessionReference?: string
  reference?: string
  checkoutUrl?: string
  expiresAt?: Date
  paidAt?: Date
  bookedAt?: Date
  captureBefore?: Date
  captureAt?: Date | null
  journalId?: string | null
  error?: string | null
  invoiceId?: string
}

const columnOf: Record<keyof PaymentChange, string> = {
  state: 'state',
  authorisedMinor: 'authorised_minor',
  capturedMinor: 'captured_minor',
  refundedMinor: 'refunded_minor',
  disputedMinor: 'disputed_minor',
  feeMinor: 'fee_minor',
  sessionReference: 'session_reference',
  reference: 'reference',
  checkoutUrl: 'checkout_url',
  expiresAt: 'expires_at',
  paidAt: 'paid_at',
  bookedAt: 'booked_at',
  captureBefore: 'capture_before',
  captureAt: 'capture_at',
  journalId: 'journal_id',
  error: 'error',
  invoiceId: 'invoice_id',
}

export async function updatePayment(
  tx: Tx,
  id: string,
  { now, ...change }: PaymentChange & { now: Date },
): Promise<void> {
  const set = Object.entries(change).map(
    ([name, value]) => sql`${sql.ref(columnOf[name as keyof PaymentChange])} = ${value}`,
  )
  await sql`update payments set ${sql.join([...set, sql`updated_at = ${now}`, sql`version_no = version_no + 1`])}
    where id = ${id}`.execute(tx)
}

/** Notes that the provider was asked for the state of payments. */
export const markChecked = (db: Db, ids: readonly string[], now: Date) =>
  sql`update payments set checked_at = ${now} where id = any(${ids}::uuid[])`.execute(db)

/** Returns payments whose authorization has to be captured now. */
export async function paymentsToCapture(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select y.id from payments y
    where y.state = 'waiting_for_capture' and y.capture_at <= ${now}
      and (y.purpose <> 'guest' or y.invoice_id is not null)
      and not exists (select from payment_requests q where q.payment_id = y.id and q.state = 'pending')
    order by y.capture_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns waiting payments of a provider that were not looked at for a while. */
export async function paymentsToCheck(
  db: Db,
  { provider, before, limit }: { provider: ProviderCode; before: Date; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`select ${paymentColumns} from payments y
    where y.type = ${provider} and coalesce(y.checked_at, y.updated_at) < ${before}
      and (y.state in ('pending', 'waiting_for_capture') or (y.state = 'succeeded' and y.fee_minor is null
        and y.booked_at > ${before}::timestamptz - interval '7 days'))
    order by coalesce(y.checked_at, y.updated_at) limit ${limit}`.execute(db)
  return rows
}

/** Returns pending payments of invoices on which nothing is open any more. */
export async function needlessPayments(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select y.id from payments y join invoices i on i.id = y.invoice_id
    where y.state = 'pending' and i.gross_minor <= i.paid_minor + i.credited_minor
      and not exists (select from payment_requests q where q.payment_id = y.id and q.state = 'pending')
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
