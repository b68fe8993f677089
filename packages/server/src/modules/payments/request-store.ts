import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** A call to make to a provider. Its id is the key with which the provider recognizes repetitions. */
export interface PaymentRequest {
  id: string
  paymentId: string
  refundId: string | null
  kind: 'authorise' | 'capture' | 'cancel' | 'refund'
  amountMinor: number
  attempts: number
  firstSentAt: Date
}

export interface NewRequest extends Pick<PaymentRequest, 'paymentId' | 'kind' | 'amountMinor'> {
  accountId: string
  refundId?: string
  now: Date
}

/** Adds a request, unless the same one is pending. */
export const insertRequest = (tx: Tx, row: NewRequest) =>
  sql`insert into payment_requests (id, account_id, payment_id, refund_id, kind, amount_minor, due_at, created_at)
    values (${newId()}, ${row.accountId}, ${row.paymentId}, ${row.refundId ?? null}, ${row.kind}, ${row.amountMinor},
      ${row.now}, ${row.now}) on conflict do nothing`.execute(tx)

/** Returns the pending requests of a payment, the oldest first. */
export async function pendingRequests(db: Db, paymentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payment_requests
    where payment_id = ${paymentId} and state = 'pending' order by created_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the payments with requests that are due. */
export async function duePayments(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select payment_id as id from payment_requests
    where state = 'pending' and due_at <= ${now} group by payment_id order by min(due_at) limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Takes a pending request for a call until a time; null if another process has it, or it is done. */
export async function leaseRequest(
  db: Db,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<PaymentRequest | null> {
  const { rows } =
    await sql<PaymentRequest>`update payment_requests set leased_until = ${until}, attempts = attempts + 1,
      first_sent_at = coalesce(first_sent_at, ${now})
    where id = ${id} and state = 'pending' and (leased_until is null or leased_until <= ${now})
    returning id, payment_id as "paymentId", refund_id as "refundId", kind, amount_minor as "amountMinor", attempts,
      first_sent_at as "firstSentAt"`.execute(db)
  return rows[0] ?? null
}

/** Ends a request; returns false if it was ended before. */
export async function endRequest(
  tx: Tx,
  id: string,
  { state, error = null }: { state: 'done' | 'failed'; error?: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`update payment_requests set state = ${state}, error = ${error}, leased_until = null
    where id = ${id} and state = 'pending' returning id`.execute(tx)
  return rows.length === 1
}

/** Lets a request that got no answer be repeated at a time. */
export const postponeRequest = (db: Db, id: string, { dueAt, error }: { dueAt: Date; error: string }) =>
  sql`update payment_requests set due_at = ${dueAt}, error = ${error}, leased_until = null
    where id = ${id} and state = 'pending'`.execute(db)

/** Ends the pending requests of a payment that reached its end. */
export const dropRequests = (tx: Tx, paymentId: string) =>
  sql`update payment_requests set state = 'failed', leased_until = null
    where payment_id = ${paymentId} and state = 'pending' and kind <> 'refund'`.execute(tx)
