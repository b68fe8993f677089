import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface RefundRow {
  id: string
  paymentId: string
  state: 'pending' | 'succeeded' | 'failed'
  amountMinor: number
  reference: string | null
  journalId: string
}

const refundColumns = sql`id, payment_id as "paymentId", state, amount_minor as "amountMinor", reference,
  journal_id as "journalId"`

/** Returns a refund by its id here, or at the provider. */
export async function findRefund(
  db: Db,
  { id = null, reference = null }: { id?: string | null; reference?: string | null },
): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select ${refundColumns} from refunds
    where id = ${id}::uuid or reference = ${reference} limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns true if refunds of a payment that succeeded return all that was captured. */
export async function isRefundedInFull(tx: Tx, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ isFull: boolean }>`select y.captured_minor > 0 and y.captured_minor <= (
      select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = y.id and r.state = 'succeeded') as "isFull"
    from payments y where y.id = ${paymentId}`.execute(tx)
  return rows[0]!.isFull
}

/** Returns the number of refunds of a payment. */
export async function countRefunds(tx: Tx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from refunds
    where payment_id = ${paymentId}`.execute(tx)
  return rows[0]!.count
}

export interface NewRefund extends Omit<RefundRow, 'reference'> {
  accountId: string
  clientId: string
  currency: string
  ownerId: string | null
  reason: string | null
  reference?: string
  now: Date
}

export const insertRefund = (tx: Tx, row: NewRefund) =>
  sql`insert into refunds (id, account_id, client_id, payment_id, owner_id, state, amount_minor, currency, reason,
      reference, journal_id, created_at, updated_at)
    values (${row.id}, ${row.accountId}, ${row.clientId}, ${row.paymentId}, ${row.ownerId}, ${row.state},
      ${row.amountMinor}, ${row.currency}, ${row.reason}, ${row.reference ?? null}, ${row.journalId}, ${row.now},
      ${row.now})`.execute(tx)

export const updateRefund = (
  tx: Tx,
  id: string,
  { state, reference, error, now }: { state: string; reference?: string; error?: string; now: Date },
) =>
  sql`update refunds set state = ${state}, reference = coalesce(${reference ?? null}, reference),
    error = ${error ?? null}, updated_at = ${now} where id = ${id}`.execute(tx)

/** Returns refunds of a provider that are pending since a time, with their references. */
export async function refundsToCheck(
  db: Db,
  { provider, before, limit }: { provider: string; before: Date; limit: number },
): Promise<{ id: string; reference: string }[]> {
  const { rows } = await sql<{ id: string; reference: string }>`select r.id, r.reference from refunds r
    join payments y on y.id = r.payment_id where r.state = 'pending' and r.reference is not null
      and r.updated_at < ${before} and y.type = ${provider} order by r.updated_at limit ${limit}`.execute(db)
  return rows
}
