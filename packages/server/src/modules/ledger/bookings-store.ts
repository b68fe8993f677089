import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { LedgerAccountKind } from './journal.ts'

/** Transfers with the same accounts, of a day if they belong to sessions. Amounts are minor units. */
export interface Booking {
  day: string
  kind: string
  debitKind: LedgerAccountKind
  debitRef: string
  debitCode: string
  creditKind: LedgerAccountKind
  creditRef: string
  creditCode: string
  amountMinor: number
  /** Number of the invoice or credit note; null if it belongs to none. */
  invoice: string | null
  /** Facts of the journal. */
  description: string | null
}

export interface BookingsQuery {
  accountId: string
  currency: string
  /** First instant, and the first one after. */
  from: Date
  to: Date
  timeZone: string
  most: number
}

/** Returns the bookings of a period in the order of their days; those of sessions are added per day and account. */
export async function readBookings(
  db: Db,
  { accountId, currency, from, to, timeZone, most }: BookingsQuery,
): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select (t.booked_at at time zone ${timeZone}::text)::date::text as day, j.kind, d.kind as "debitKind",
      d.ref as "debitRef", d.code as "debitCode", c.kind as "creditKind", c.ref as "creditRef", c.code as "creditCode",
      sum(t.amount_minor)::bigint as "amountMinor", min(i.code) as invoice, min(j.description) as description
    from ledger_transfers t join ledger_journals j on j.id = t.journal_id
    join ledger_accounts d on d.id = t.debit_id join ledger_accounts c on c.id = t.credit_id
    left join invoices i on i.id = j.invoice_id
    where t.account_id = ${accountId} and t.currency = ${currency} and t.booked_at >= ${from} and t.booked_at < ${to}
    group by 1, 2, 3, 4, 5, 6, 7, 8, case when j.kind in ('session', 'owner_share', 'reversal') then null else t.id end
    order by day, min(t.booked_at), j.kind, "debitCode", "creditCode" limit ${most}`.execute(db)
  return rows
}

/** Returns the currencies of an account's ledger accounts, in alphabetical order. */
export async function readCurrencies(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from ledger_accounts where account_id = ${accountId} order by currency`.execute(
    db,
  )
  return rows.map(({ currency }) => currency)
}

/** Returns the kinds and references of the ledger accounts of an account, without those of clients. */
export async function readAccountNames(
  db: Db,
  accountId: string,
): Promise<{ kind: LedgerAccountKind; ref: string }[]> {
  const { rows } = await sql<{ kind: LedgerAccountKind; ref: string }>`
    select distinct kind, ref from ledger_accounts where account_id = ${accountId} and kind <> 'client'
    order by kind, ref`.execute(db)
  return rows
}
