import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { chargeEndedAt } from '../charges/index.ts'
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

/**
 * Returns the clients that an invoice of a seller is due for: they have charges of ended sessions that no invoice
 * contains and no draft of their period precedes, and that are not all to be taken back. Charges of a cancelled draft
 * count again after the client or the seller was changed; new charges of the client take them along.
 */
export async function dueClients(
  db: Db,
  { seller, month, untilNow }: { seller: SellerOfInvoice; month: Period; untilNow: Period },
): Promise<DueClient[]> {
  const { rows } = await sql<DueClient>`
    with open as (
      select c.client_id, c.currency, c.tax_included, c.tax_bp, c.amount_minor, p.schedule,
        c.set_aside_at is null or c.set_aside_at < greatest(p.updated_at, v.updated_at) as is_new
      from charges c
        join (select id, updated_at, coalesce(invoice_schedule, ${seller.schedule}) as schedule from clients) p
          on p.id = c.client_id
        join sellers v on v.id = ${seller.id}
        left join transactions t on t.id = c.transaction_id
      where c.account_id = ${seller.accountId} and c.state = 'processing' and c.invoice_id is null
        and p.schedule <> 'manual'
        and ${chargeEndedAt} < case p.schedule when 'monthly' then ${month.ends}::timestamptz else ${untilNow.ends} end),
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
