import { sql } from 'kysely'
import { currencyDigits } from '@stationmaster/contract'
import { limitMinor } from './price/fraction.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Candidate } from './select.ts'
import { candidateColumns } from './select-store.ts'

/** A version with the amount in minor units that starts need; null: its prices have none. */
export interface PricedCandidate extends Candidate {
  accountId: string
  amountMinor: number | null
}

/** Returns the versions of an account, or of all, that are valid now or later. */
export async function readPreauthorizations(db: Db, account: string | null): Promise<PricedCandidate[]> {
  const { rows } = await sql<Candidate & { accountId: string; amount: string | null }>`
    select v.account_id as "accountId", ${candidateColumns}, v.definition ->> 'preauthorize_amount' as amount
    from tariff_versions v where v.state <> 'draft' and (v.valid_to is null or v.valid_to > now())
      and (${account}::uuid is null or v.account_id = ${account}::uuid)`.execute(db)
  return rows.map(({ amount, ...row }) => ({
    ...row,
    amountMinor: amount === null ? null : limitMinor(amount, currencyDigits(row.currency) ?? 2),
  }))
}
