import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'

/** A credit note repeats charges. */
export async function refundCharges(tx: Tx, chargeIds: readonly string[], now: Date): Promise<void> {
  await sql`update charges set state = 'refunded', updated_at = ${now}
    where id = any(${chargeIds}::uuid[]) and state = 'succeeded'`.execute(tx)
}

/**
 * Locks the charges that take back those of an invoice that is to be credited, until the end of the transaction, so that no
 * draft takes them at the same time.
 */
export const lockReversals = (tx: Tx, invoiceId: string) =>
  sql`select from charges x where x.reverses_id in (select c.id from charges c where c.invoice_id = ${invoiceId})
    order by x.id for update`.execute(tx)

/** Locks the charges of the sessions of an invoice and their ratings, so that no price changes at the same time. */
export async function lockSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const isOfSession = sql`transaction_id = any(${sessionIds}::uuid[])`
  await sql`select from charges where ${isOfSession} order by id for update`.execute(tx)
  await sql`select from ratings where ${isOfSession} and superseded_by is null order by id for update`.execute(
    tx,
  )
}

/** Returns true if a changed price of one of the sessions waits for a decision. */
export async function hasProposal(tx: Tx, sessionIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from ratings where transaction_id = any(${sessionIds}::uuid[])
    and hold_reason = 'proposed' and superseded_by is null limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Takes refunded charges out of their invoice, so that another one can contain them: those whose price still applies, and
 * which take back nothing that a credit note has taken back. Returns the sum of their amounts in minor units.
 */
export async function reopenCharges(tx: Tx, chargeIds: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql<{ amountMinor: number }>`
    update charges c set state = 'processing', invoice_id = null, set_aside_at = null, updated_at = ${now}
    where c.id = any(${chargeIds}::uuid[]) and c.state = 'refunded'
      and exists (select from ratings r where r.id = c.rating_id and r.superseded_by is null)
      and (c.reverses_id is null or exists (select from charges o where o.id = c.reverses_id and o.state = 'succeeded'))
    returning c.amount_minor as "amountMinor"`.execute(tx)
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

interface CancelledReversal {
  ratingId: string
  /** Minor units, below zero. */
  amountMinor: number
  /** False if it was proposed. */
  isBooked: boolean
}

/** Cancels what takes back charges and is in no invoice. */
export async function cancelReversals(
  tx: Tx,
  chargeIds: readonly string[],
  now: Date,
): Promise<CancelledReversal[]> {
  const { rows } = await sql<CancelledReversal>`
    with waiting as (select id, state from charges where reverses_id = any(${chargeIds}::uuid[])
      and state in ('proposed', 'processing') and invoice_id is null)
    update charges c set state = 'cancelled', updated_at = ${now} from waiting w where c.id = w.id
    returning c.rating_id as "ratingId", c.amount_minor as "amountMinor", w.state = 'processing' as "isBooked"`.execute(
    tx,
  )
  return rows
}

/** Returns those of the ratings that are proposed and have no proposed charge. */
export async function ratingsWithoutProposed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id from ratings r
    where r.id = any(${ids}::uuid[]) and r.hold_reason = 'proposed' and r.superseded_by is null and not exists (
      select from charges c where c.transaction_id = r.transaction_id and c.rating_id = r.id and c.state = 'proposed')`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
