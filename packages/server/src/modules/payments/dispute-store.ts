import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { PaymentRow } from './payment-store.ts'
import type { DisputeState, PayoutState } from './provider.ts'

export interface DisputeRow {
  id: string
  state: DisputeState['state']
  amountMinor: number
  feeMinor: number
  isWithdrawn: boolean
}

/** Returns a dispute, and adds it unless it exists. */
export async function openDispute(
  tx: Tx,
  payment: PaymentRow,
  { reported, now }: { reported: DisputeState; now: Date },
): Promise<DisputeRow> {
  const { accountId, clientId, id: paymentId, currency } = payment
  const { reference, amountMinor, reason } = reported
  await sql`insert into disputes (id, account_id, client_id, payment_id, reference, amount_minor, currency, reason,
      created_at, updated_at)
    values (${newId()}, ${accountId}, ${clientId}, ${paymentId}, ${reference}, ${amountMinor}, ${currency}, ${reason},
      ${now}, ${now}) on conflict (reference) do nothing`.execute(tx)
  const { rows } =
    await sql<DisputeRow>`select id, state, amount_minor as "amountMinor", fee_minor as "feeMinor",
    is_withdrawn as "isWithdrawn" from disputes where reference = ${reference} for update`.execute(tx)
  return rows[0]!
}

/** Returns the sum of the lost disputes of a payment in minor units. */
export async function lostOfPayment(tx: Tx, paymentId: string): Promise<number> {
  const { rows } = await sql<{
    lost: number
  }>`select coalesce(sum(amount_minor), 0)::bigint as lost from disputes
    where payment_id = ${paymentId} and state = 'lost' and is_withdrawn`.execute(tx)
  return rows[0]!.lost
}

export const updateDispute = (
  tx: Tx,
  { id, state, feeMinor, isWithdrawn }: Omit<DisputeRow, 'amountMinor'>,
  now: Date,
) =>
  sql`update disputes set state = ${state}, fee_minor = ${feeMinor}, is_withdrawn = ${isWithdrawn}, updated_at = ${now}
    where id = ${id}`.execute(tx)

/**
 * Returns references of disputes of a provider that are open or of which nothing was withdrawn, and that were not looked at
 * since a time, and notes that they are now. One that has not changed for a year is left out.
 */
export async function takeDisputesToCheck(
  db: Db,
  { provider, before, limit, now }: { provider: string; before: Date; limit: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`update disputes set checked_at = ${now}
    where id in (select d.id from disputes d join payments y on y.id = d.payment_id
      where (d.state = 'open' or not d.is_withdrawn) and coalesce(d.checked_at, d.updated_at) < ${before}
        and d.updated_at > ${before}::timestamptz - interval '1 year' and y.type = ${provider}
      order by coalesce(d.checked_at, d.updated_at) limit ${limit})
    returning reference`.execute(db)
  return rows.map(({ reference }) => reference)
}

interface PayoutRow {
  id: string
  state: PayoutState['state']
  journalId: string | null
}

/** Returns a payout, and adds it unless it exists. */
export async function openPayout(
  tx: Tx,
  {
    accountId,
    provider,
    reported,
    now,
  }: { accountId: string; provider: string; reported: PayoutState; now: Date },
): Promise<PayoutRow & { isNew: boolean }> {
  const { reference, state, amountMinor, currency } = reported
  const { rows: added } =
    await sql`insert into payouts (id, account_id, provider, reference, state, amount_minor, currency,
      created_at, updated_at)
    values (${newId()}, ${accountId}, ${provider}, ${reference}, ${state}, ${amountMinor}, ${currency}, ${now}, ${now})
    on conflict (provider, reference) do nothing returning id`.execute(tx)
  const { rows } = await sql<PayoutRow>`select id, state, journal_id as "journalId" from payouts
    where provider = ${provider} and reference = ${reference} for update`.execute(tx)
  return { ...rows[0]!, isNew: added.length === 1 }
}

export const updatePayout = (
  tx: Tx,
  id: string,
  { state, journalId, now }: { state: PayoutState['state']; journalId: string | null; now: Date },
) =>
  sql`update payouts set state = ${state}, journal_id = ${journalId}, updated_at = ${now}
    where id = ${id}`.execute(tx)
