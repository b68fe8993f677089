import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { balanceChanged, keyText, type LedgerAccountKey, openLedgerAccounts } from './accounts-store.ts'
import { endHolds, lockBalances } from './holds-store.ts'
import type { JournalLine, LedgerAccountName, NewJournal, PostedJournal } from './journal.ts'
import {
  findJournal,
  findJournals,
  insertJournals,
  insertTransfers,
  type JournalRow,
} from './journals-store.ts'
import { requireAmount } from './require-amount.ts'

/** Lines of one journal. */
export const maxLines = 1000

export interface PostOptions {
  /** Numbers of the sessions whose holds end, because these journals contain their prices, or they cost nothing. */
  capturedHolds?: readonly number[]
}

/**
 * Posts journals in a few statements, whatever their number, and opens the ledger accounts that they name. An event
 * that was booked with the same content is not booked again, and its first journal is returned; with another content
 * it throws. Journals without lines are not booked.
 *
 * Row locks are taken in one order by all callers: events, then balances of clients, then the others. So call it once
 * per transaction, after checks such as `spend`.
 */
export async function postJournals(
  tx: Tx,
  journals: readonly NewJournal[],
  { capturedHolds = [] }: PostOptions = {},
): Promise<PostedJournal[]> {
  const rows = distinctRows(journals)
  const added = rows.length === 0 ? new Set<string>() : await insertJournals(tx, rows)
  const posted = new Map(rows.map((row) => [eventText(row), row.id]))
  const repeated = rows.filter(({ id }) => !added.has(id))
  if (repeated.length > 0) {
    const found = new Map((await findJournals(tx, repeated)).map((journal) => [eventText(journal), journal]))
    for (const row of repeated) {
      const first = found.get(eventText(row))
      if (!first) throw new Error(`the journal of ${row.eventKey} is not visible`)
      requireSame(row, first)
      posted.set(eventText(row), first.id)
    }
  }
  const booked = rows.filter(({ id }) => added.has(id))
  await addLines(tx, booked, capturedHolds)
  await balanceChanged(
    tx,
    booked.map(({ accountId }) => accountId),
  )
  const reported = new Set<string>()
  return journals.map((journal) => {
    const { eventKey } = journal
    const journalId = posted.get(eventText(journal)) ?? null
    const isNew = journalId !== null && added.has(journalId) && !reported.has(journalId)
    if (journalId !== null) reported.add(journalId)
    return { eventKey, journalId, isNew }
  })
}

/**
 * Posts a journal with debit and credit exchanged, whose event is the reversal of the first one; a repeated call
 * returns the same journal. Throws if the account has no such journal, or if it is itself a reversal.
 */
export async function reverseJournal(
  tx: Tx,
  {
    accountId,
    journalId,
    ...how
  }: { accountId: string; journalId: string; occurredAt: Date; description?: string },
): Promise<PostedJournal> {
  const first = await findJournal(tx, accountId, journalId)
  if (!first) throw new Error(`journal ${journalId} not found`)
  if (first.kind === 'reversal') throw new Error(`journal ${journalId} is a reversal`)
  const reversal: NewJournal & { reversesId: string } = {
    accountId,
    kind: 'reversal',
    eventKey: `reversal:${journalId}`,
    currency: first.currency,
    ...how,
    ...(first.invoiceId !== null && { invoiceId: first.invoiceId }),
    lines: first.lines.map(({ debit, credit, amountMinor }) => ({
      debit: credit,
      credit: debit,
      amountMinor,
    })),
    reversesId: first.id,
  }
  const [posted] = await postJournals(tx, [reversal])
  return posted!
}

const eventText = ({ accountId, eventKey }: { accountId: string; eventKey: string }) =>
  `${accountId} ${eventKey}`

/** Returns the rows of journals with lines, each event once, in the order in which all transactions add them. */
function distinctRows(journals: readonly NewJournal[]): JournalRow[] {
  const rows = new Map<string, JournalRow>()
  for (const journal of journals) {
    if (journal.lines.length === 0) continue
    const event = eventText(journal)
    const row = { ...journal, id: newId(), totalMinor: totalOf(journal) }
    const first = rows.get(event)
    if (first) requireSame(row, first)
    else rows.set(event, row)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function totalOf({ eventKey, lines }: NewJournal): number {
  if (lines.length > maxLines) throw new RangeError(`${eventKey} has more than ${maxLines} lines`)
  for (const { amountMinor } of lines) requireAmount(amountMinor)
  const total = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  requireAmount(total)
  return total
}

type Content = Pick<NewJournal, 'eventKey' | 'kind' | 'currency' | 'lines'> & {
  invoiceId?: string | null
  reversesId?: string | null
}

/** Throws if two journals of one event differ in what is booked. Times and descriptions do not count. */
function requireSame(given: Content, first: Content): void {
  if (contentOf(given) !== contentOf(first))
    throw new Error(`${given.eventKey} is already booked with another content`)
}

const nameOf = ({ kind, ref }: LedgerAccountName) => [kind, ref]

const contentOf = ({ kind, currency, lines, invoiceId = null, reversesId = null }: Content) =>
  JSON.stringify([
    kind,
    currency,
    invoiceId,
    reversesId,
    lines.map(({ debit, credit, amountMinor }) => [nameOf(debit), nameOf(credit), amountMinor]),
  ])

const keyOf = ({ accountId, currency }: JournalRow, { kind, ref }: LedgerAccountName): LedgerAccountKey => ({
  accountId,
  kind,
  ref,
  currency,
})

/** Adds the lines of new journals, and ends holds; locks the balances of both first if there are holds. */
async function addLines(tx: Tx, rows: readonly JournalRow[], holds: readonly number[]): Promise<void> {
  const lines = rows.flatMap((row) =>
    row.lines.map((line: JournalLine, index) => ({
      row,
      line: index + 1,
      amountMinor: line.amountMinor,
      debit: keyOf(row, line.debit),
      credit: keyOf(row, line.credit),
    })),
  )
  const ids =
    lines.length === 0
      ? new Map<string, string>()
      : await openLedgerAccounts(
          tx,
          lines.flatMap(({ debit, credit }) => [debit, credit]),
        )
  if (holds.length > 0) {
    await lockBalances(tx, { holds, ledgerAccountIds: [...new Set(ids.values())] })
    await endHolds(tx, holds, 'captured')
  }
  if (lines.length === 0) return
  await insertTransfers(
    tx,
    lines.map(({ row, line, amountMinor, debit, credit }) => ({
      journalId: row.id,
      line,
      accountId: row.accountId,
      debitId: ids.get(keyText(debit))!,
      creditId: ids.get(keyText(credit))!,
      currency: row.currency,
      amountMinor,
      clientId: [debit, credit].find(({ kind }) => kind === 'client')?.ref ?? null,
    })),
  )
}
