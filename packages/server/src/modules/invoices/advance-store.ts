import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { InvoiceRow } from './invoice-store.ts'

/** Open amount of `invoices i`. */
const open = sql`greatest(i.gross_minor - i.paid_minor - i.credited_minor, 0)`

/**
 * Amount that the balance of `clients p` lacks for its invoices in a currency: the debt, less the sessions that no issued invoice
 * contains, because the balance pays for them last. `invoices i` is not among these: when it is issued, its sessions are.
 * `currency` is a column of the row that it is joined to.
 */
const lacking = (currency: ReturnType<typeof sql>) => sql`greatest(0,
  coalesce((select b.debit_minor - b.credit_minor from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id
    where a.client_id = p.id and a.currency = ${currency}), 0)
  - coalesce((select sum(c.amount_minor) from charges c where c.account_id = p.account_id and c.client_id = p.id
    and c.currency = ${currency} and c.state = 'processing' and c.invoice_id is null), 0)
  - coalesce((select sum(c.amount_minor) from invoices d join charges c on c.invoice_id = d.id and c.state = 'processing'
    where d.client_id = p.id and d.currency = ${currency} and d.code is null and d.id <> i.id), 0))`

/**
 * Returns how much of a draft its client has paid in advance, in minor units: all that the balance covers, after the invoices that
 * were issued before. Zero for clients that do not pay in advance.
 */
export async function paidInAdvance(
  db: Db,
  {
    id,
    grossMinor,
    taxMinor,
    isTaxIncluded,
  }: Pick<InvoiceRow, 'id' | 'grossMinor' | 'taxMinor' | 'isTaxIncluded'>,
): Promise<number> {
  // tax on top of net prices is booked when the invoice is issued
  const unbookedMinor = isTaxIncluded ? 0 : taxMinor
  const { rows } = await sql<{ lacking: number; open: number }>`
    select (${lacking(sql`i.currency`)} + ${unbookedMinor}::bigint)::bigint as lacking, coalesce((
      select sum(greatest(o.gross_minor - o.paid_minor - o.credited_minor, 0)) from invoices o
      where o.client_id = i.client_id and o.currency = i.currency and o.type = 'invoice' and o.state = 'in_progress'
        and o.id <> i.id), 0)::bigint as open
    from invoices i join clients p on p.id = i.client_id and p.is_prepaid where i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return 0
  return grossMinor - Math.min(Math.max(row.lacking - row.open, 0), grossMinor)
}

/** Amount of an issued invoice that the balance of its client covers by now, in minor units. */
export interface CoveredInvoice {
  id: string
  accountId: string
  amountMinor: number
}

/** Returns what balances of clients that pay in advance cover of their open invoices, the oldest invoices first. */
export async function coveredInvoices(
  db: Db,
  { accountId, most }: { accountId: string; most: number },
): Promise<CoveredInvoice[]> {
  const { rows } = await sql<CoveredInvoice>`
    select id, account_id as "accountId", least(open, covered - before)::bigint as "amountMinor" from (
      select i.id, i.account_id, i.issued_at, ${open} as open,
        sum(${open}) over client - ${lacking(sql`i.currency`)} as covered,
        coalesce(sum(${open}) over (partition by i.client_id, i.currency order by i.issued_at, i.id
          rows between unbounded preceding and 1 preceding), 0) as before
      from invoices i join clients p on p.id = i.client_id and p.is_prepaid
      where i.account_id = ${accountId} and i.type = 'invoice' and i.state = 'in_progress' and not i.is_demo
      window client as (partition by i.client_id, i.currency)) x
    where covered > before and open > 0 order by issued_at, id limit ${most}`.execute(db)
  return rows
}
