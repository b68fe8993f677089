import { sql } from 'kysely'
import { growingIds } from '../../shared/ids.ts'
import { plainArray } from '../../storage/plain-array.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { JournalKind, JournalLine, NewJournal } from './journal.ts'

/** A journal that is added, with the sum of its lines. */
export interface JournalRow extends NewJournal {
  id: string
  totalMinor: number
  reversesId?: string
}

/** A journal as it is stored. */
export interface StoredJournal {
  id: string
  accountId: string
  kind: JournalKind
  eventKey: string
  currency: string
  reversesId: string | null
  invoiceId: string | null
  /** In the order of their numbers. */
  lines: JournalLine[]
}

/** Adds journals in one statement. Those whose event is booked are left out; returns the ids of the others. */
export async function insertJournals(tx: Tx, journals: readonly JournalRow[]): Promise<Set<string>> {
  const column = <T>(of: (journal: JournalRow) => T) => journals.map(of)
  const plain = (of: (journal: JournalRow) => string | number | null) => plainArray(column(of))
  const { rows } = await sql<{ id: string }>`
    insert into ledger_journals (id, account_id, kind, event_key, currency, total_minor, occurred_at, reverses_id,
      invoice_id, description)
    select n.id, n.account_id, n.kind, n.event_key, n.currency, n.total_minor, n.occurred_at, n.reverses_id,
      n.invoice_id, n.description
    from unnest(${plain(({ id }) => id)}::uuid[], ${plain(({ accountId }) => accountId)}::uuid[],
      ${plain(({ kind }) => kind)}::text[], ${column(({ eventKey }) => eventKey)}::text[],
      ${plain(({ currency }) => currency)}::text[], ${plain(({ totalMinor }) => totalMinor)}::bigint[],
      ${column(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${plain(({ reversesId }) => reversesId ?? null)}::uuid[],
      ${plain(({ invoiceId }) => invoiceId ?? null)}::uuid[],
      ${column(({ description }) => description ?? null)}::text[]) with ordinality
      as n (id, account_id, kind, event_key, currency, total_minor, occurred_at, reverses_id, invoice_id,
        description, place)
    order by n.place on conflict (account_id, event_key) do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A line that is added. */
export interface TransferRow {
  journalId: string
  line: number
  accountId: string
  debitId: string
  creditId: string
  currency: string
  amountMinor: number
  /** Client to which the debited or the credited account belongs, which the database compares; null if neither does. */
  clientId: string | null
}

const transferId = growingIds()

/** Adds transfers in one statement, whose trigger changes the balances. */
export async function insertTransfers(tx: Tx, transfers: readonly TransferRow[]): Promise<void> {
  const column = <T>(of: (transfer: TransferRow) => T) => transfers.map(of)
  const plain = (of: (transfer: TransferRow) => string | number | null) => plainArray(column(of))
  await sql`
    insert into ledger_transfers (id, journal_id, line, account_id, debit_id, credit_id, currency, amount_minor,
      client_id)
    select * from unnest(${plain(() => transferId())}::uuid[], ${plain(({ journalId }) => journalId)}::uuid[],
      ${plain(({ line }) => line)}::int[], ${plain(({ accountId }) => accountId)}::uuid[],
      ${plain(({ debitId }) => debitId)}::uuid[], ${plain(({ creditId }) => creditId)}::uuid[],
      ${plain(({ currency }) => currency)}::text[],
      ${plain(({ amountMinor }) => amountMinor)}::bigint[], ${plain(({ clientId }) => clientId)}::uuid[])`.execute(
    tx,
  )
}

const stored = sql`select j.id, j.account_id as "accountId", j.kind, j.event_key as "eventKey", j.currency,
    j.reverses_id as "reversesId", j.invoice_id as "invoiceId",
    (select json_agg(json_build_object('debit', json_build_object('kind', d.kind, 'ref', d.ref),
        'credit', json_build_object('kind', c.kind, 'ref', c.ref), 'amountMinor', t.amount_minor) order by t.line)
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_id join ledger_accounts c on c.id = t.credit_id
      where t.journal_id = j.id) as lines
  from ledger_journals j`

/** Returns the journals of events. */
export async function findJournals(
  db: Db,
  events: readonly { accountId: string; eventKey: string }[],
): Promise<StoredJournal[]> {
  const { rows } = await sql<StoredJournal>`${stored}
    join unnest(${events.map(({ accountId }) => accountId)}::uuid[],
      ${events.map(({ eventKey }) => eventKey)}::text[]) as e (account_id, event_key)
    using (account_id, event_key)`.execute(db)
  return rows
}

/** Returns a journal of an account, or null. */
export async function findJournal(db: Db, accountId: string, id: string): Promise<StoredJournal | null> {
  const { rows } = await sql<StoredJournal>`${stored}
    where j.account_id = ${accountId} and j.id = ${id}`.execute(db)
  return rows[0] ?? null
}
