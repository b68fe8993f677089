import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { chargeEndedAt, isOpenGuest } from '../charges/index.ts'
import type { InvoiceKind } from './draft-invoices.ts'
import type { SellerOfInvoice } from './party-store.ts'
import type { Period } from './period-store.ts'

/** A client whose invoice is due, and the schedule that applies to it. */
export interface DueClient {
  clientId: string
  schedule: 'monthly' | 'immediate'
  /** Currencies and kinds of price lists of the invoices. */
  kinds: readonly InvoiceKind[]
}

/** Seller and periods for which charges are due. */
export interface DueQuery {
  seller: SellerOfInvoice
  month: Period
  untilNow: Period
}

/** Charges of ended sessions that no invoice contains and that are due, without clients who get invoices by hand. */
const openCharges = ({ seller, month, untilNow }: DueQuery) => sql`
  select c.id, c.client_id, c.currency, c.tax_included, c.tax_bp, c.amount_minor, c.reverses_id, p.schedule,
    c.set_aside_at is null or c.set_aside_at < greatest(p.updated_at, v.updated_at) as is_new
  from charges c
    join (select id, updated_at, coalesce(invoice_schedule, ${seller.schedule}) as schedule from clients) p
      on p.id = c.client_id
    join sellers v on v.id = ${seller.id}
    left join transactions t on t.id = c.transaction_id
  where c.account_id = ${seller.accountId} and c.state = 'processing' and c.invoice_id is null
    and p.schedule <> 'manual' and not ${isOpenGuest}
    and ${chargeEndedAt} < case p.schedule when 'monthly' then ${month.ends}::timestamptz else ${untilNow.ends} end`

/** Lines of an invoice that are to be credited. */
export interface CorrectedInvoice {
  invoiceId: string
  lines: number[]
}

/**
 * Returns the lines of issued invoices that corrections take back, where these exceed the other charges of their client at the
 * same tax rate: an invoice cannot have them.
 */
export async function correctedInvoices(db: Db, due: DueQuery): Promise<CorrectedInvoice[]> {
  const { rows } = await sql<CorrectedInvoice>`
    with open as (${openCharges(due)}),
    rates as (
      select client_id, currency, tax_included, tax_bp from open
      group by client_id, currency, tax_included, tax_bp having sum(amount_minor) < 0)
    select l.invoice_id as "invoiceId", json_agg(l.line order by l.line) as lines
    from rates join open c using (client_id, currency, tax_included, tax_bp)
      join charges o on o.id = c.reverses_id and o.state = 'succeeded'
      join invoice_lines l on l.invoice_id = o.invoice_id and l.charge_id = o.id
    where c.is_new group by 1 order by 1`.execute(db)
  return rows
}

/** Clears the error of invoices of a seller whose corrections no longer wait for a credit note. */
export async function clearCorrectionFailed(
  db: Db,
  { sellerId, waiting }: { sellerId: string; waiting: readonly string[] },
): Promise<void> {
  await sql`update invoices set is_correction_failed = false, error = nullif(error, 'invoice.correction_failed'),
      updated_at = now(), version_no = version_no + 1
    where seller_id = ${sellerId} and is_correction_failed and id <> all(${waiting}::uuid[])`.execute(db)
}

/**
 * Returns the clients that an invoice of a seller is due for: they have due charges that no draft of their period precedes,
 * and that are not all to be taken back. Charges of a cancelled draft count again after the client or the seller was changed;
 * new charges of the client take them along.
 */
export async function dueClients(db: Db, due: DueQuery): Promise<DueClient[]> {
  const { seller, month, untilNow } = due
  const { rows } = await sql<DueClient>`
    with open as (${openCharges(due)}),
    rates as (
      select client_id, currency, tax_included, schedule, sum(amount_minor) as amount, bool_or(is_new) as is_new
      from open group by client_id, currency, tax_included, schedule, tax_bp),
    groups as (
      select client_id, currency, tax_included, schedule from rates
      group by client_id, currency, tax_included, schedule having min(amount) >= 0 and bool_or(is_new))
    select g.client_id as "clientId", g.schedule,
      json_agg(json_build_object('currency', g.currency, 'isTaxIncluded', g.tax_included)) as kinds from groups g
    where not exists (select from invoices i where i.seller_id = ${seller.id} and i.client_id = g.client_id
      and i.currency = g.currency and i.is_tax_included = g.tax_included and i.type = 'invoice'
      and i.state in ('created', 'failed')
      and (i.period_from, i.period_to) = (case g.schedule when 'monthly' then ${month.from}::date else ${untilNow.from}::date end,
        case g.schedule when 'monthly' then ${month.to}::date else ${untilNow.to}::date end))
    group by g.client_id, g.schedule order by 1`.execute(db)
  return rows
}
