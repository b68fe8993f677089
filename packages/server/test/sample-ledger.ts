import { openLedgerAccount } from '../src/modules/ledger/index.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

/** Adds the account of the client in the ledger, and a transfer to it, for each dataset. */
export async function addLedger({ db }: { db: Db }, datasets: SampleData[]): Promise<void> {
  const { accountId: account_id } = datasets[0]!
  const own = { account_id, currency: 'EUR' }
  await inTransaction(db, async (tx) => {
    const bank = await openLedgerAccount(tx, {
      accountId: account_id,
      kind: 'bank',
      ref: '',
      currency: 'EUR',
    })
    await tx
      .insertInto('ledger_accounts')
      .values(
        datasets.map(({ ledgerAccount: id, client, word }) => ({
          ...own,
          id,
          kind: 'client' as const,
          ref: client,
          code: `${word}-EUR`,
        })),
      )
      .execute()
    const booked = datasets.map((of) => ({ ...of, journal: newId() }))
    await tx
      .insertInto('ledger_journals')
      .values(
        booked.map(({ journal: id, word }) => ({
          ...own,
          id,
          kind: 'bank_transfer' as const,
          event_key: `payment:${word}:capture`,
          total_minor: 1000,
          occurred_at: new Date(),
          description: word,
        })),
      )
      .execute()
    await tx
      .insertInto('ledger_transfers')
      .values(
        booked.map(({ order: id, journal: journal_id, ledgerAccount: credit_id }) => ({
          ...own,
          id,
          journal_id,
          line: 1,
          debit_id: bank,
          credit_id,
          amount_minor: 1000,
        })),
      )
      .execute()
  })
}
