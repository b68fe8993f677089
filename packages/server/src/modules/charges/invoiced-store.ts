import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'
import type { Service, StoredPart, Unit } from './charge.ts'

/** A charge for an invoice line. Amounts are minor units, negative if it reverses a charge of an earlier invoice. */
export interface UninvoicedCharge {
  id: string
  ratingId: string
  sessionId: string
  stationId: string
  clientId: string
  service: Service
  quantity: number
  unit: Unit
  price: string | null
  currency: string
  digits: number
  amountMinor: number
  isTaxIncluded: boolean
  taxBp: number
  tariffVersionId: string
  label: string
  parts: StoredPart[]
  reversesId: string | null
  /** Start and end of the session, and its time zone. */
  startedAt: Date | null
  stoppedAt: Date | null
}

interface UninvoicedQuery {
  accountId: string
  clientId: string
  currency: string
  /** Sessions that ended before. */
  until: Date
  /** At most so many; further ones are for the next invoice. */
  most?: number
}

/**
 * Returns the charges of a client that no invoice contains, in the order of their sessions, and locks them until the end
 * of the transaction. Those that another transaction has locked are waited for.
 */
export async function uninvoicedCharges(
  tx: Tx,
  { accountId, clientId, currency, until, most = 10_000 }: UninvoicedQuery,
): Promise<UninvoicedCharge[]> {
  const { rows } = await sql<UninvoicedCharge>`
    select c.id, c.rating_id as "ratingId", c.transaction_id as "sessionId", c.station_id as "stationId",
      c.client_id as "clientId", c.service, c.quantity, c.unit, c.price, c.currency, c.digits,
      c.amount_minor as "amountMinor", c.tax_included as "isTaxIncluded", c.tax_bp as "taxBp",
      c.tariff_version_id as "tariffVersionId", c.label, c.parts, c.reverses_id as "reversesId",
      t.started_at as "startedAt", t.stopped_at as "stoppedAt"
    from charges c left join transactions t on t.id = c.transaction_id
    where c.account_id = ${accountId} and c.client_id = ${clientId} and c.currency = ${currency}
      and c.state = 'processing' and c.invoice_id is null and coalesce(t.stopped_at, c.created_at) < ${until}
    order by c.id limit ${most} for update of c`.execute(tx)
  return rows.sort((a, b) => Number(a.stoppedAt ?? 0) - Number(b.stoppedAt ?? 0))
}

/** Clients with charges that no invoice contains, of sessions that ended before a time. */
export async function clientsToInvoice(
  tx: Tx,
  { accountId, until }: { accountId: string; until: Date },
): Promise<{ clientId: string; currency: string; count: number }[]> {
  const { rows } = await sql<{ clientId: string; currency: string; count: number }>`
    select c.client_id as "clientId", c.currency, count(*)::int as count
    from charges c left join transactions t on t.id = c.transaction_id
    where c.account_id = ${accountId} and c.state = 'processing' and c.invoice_id is null
      and coalesce(t.stopped_at, c.created_at) < ${until}
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Adds charges to a draft of an invoice. Throws if one is already in another invoice. */
export async function markInvoiced(tx: Tx, chargeIds: readonly string[], invoiceId: string): Promise<void> {
  await changeAll(
    tx,
    chargeIds,
    sql`update charges set invoice_id = ${invoiceId}, updated_at = now()
      where id = any(${chargeIds}::uuid[]) and state = 'processing' and (invoice_id is null or invoice_id = ${invoiceId})`,
  )
}

/** Removes the charges of a draft that is discarded from it: they wait for another invoice. */
export async function releaseCharges(tx: Tx, invoiceId: string): Promise<number> {
  const { numAffectedRows } = await sql`update charges set invoice_id = null, updated_at = now()
    where invoice_id = ${invoiceId} and state = 'processing'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The invoice of charges was issued. */
export const succeedCharges = (tx: Tx, invoiceId: string): Promise<number> =>
  moveCharges(tx, invoiceId, { from: 'processing', to: 'succeeded' })

/** A credit note was issued for the invoice of charges. */
export const refundCharges = (tx: Tx, invoiceId: string): Promise<number> =>
  moveCharges(tx, invoiceId, { from: 'succeeded', to: 'refunded' })

async function moveCharges(
  tx: Tx,
  invoiceId: string,
  { from, to }: Record<'from' | 'to', 'processing' | 'succeeded' | 'refunded'>,
): Promise<number> {
  const { numAffectedRows } = await sql`update charges set state = ${to}, updated_at = now()
    where invoice_id = ${invoiceId} and state = ${from}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

async function changeAll(tx: Tx, ids: readonly string[], statement: ReturnType<typeof sql>): Promise<void> {
  if (ids.length === 0) return
  const { numAffectedRows } = await statement.execute(tx)
  if (Number(numAffectedRows ?? 0) !== new Set(ids).size)
    throw new Error('a charge is already in another invoice, or can no longer be invoiced')
}
