import { type AnswerOf, maxSignedValuesInFile, type signedValueList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runRelated } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { type SampleLocation, signedSource, within } from './list-store.ts'

/** A signed meter value as the station wrote it. */
export interface SignedReading {
  sessionId: string
  context: 'Transaction.Begin' | 'Transaction.End'
  value: string
  /** Key that the station had reported for the meter when the value arrived, otherwise the first one after it. */
  publicKey: string | null
}

/** Returns the signed values at start and end of sessions, in the order of time; none of deleted sessions. */
export async function signedReadingsOf(db: Db, sessionIds: readonly string[]): Promise<SignedReading[]> {
  const { rows } = await sql<SignedReading>`select t.id as "sessionId", k.context, v.value, (
      select p.public_key from meter_keys p where p.station_id = v.station_id and p.evse_no in (v.evse_no, 0)
      order by p.evse_no desc, p.first_at <= v.received_at desc,
        abs(extract(epoch from p.first_at - v.received_at)) limit 1) as "publicKey"
    from transactions t
      join signed_values v on v.station_id = t.station_id and coalesce(v.transaction_number, 0) = t.number
      join sample_kinds k on k.id = v.kind_id and k.context in ('Transaction.Begin', 'Transaction.End')
    where t.id = any(${sessionIds}::uuid[]) and t.number <> 0
    order by t.id, v.sampled_at, v.received_at, v.value`.execute(db)
  return rows
}

/** Returns the number of signed values of a session. */
export async function countSigned(db: Db, at: SampleLocation): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from signed_values v
    where ${within(at)}`.execute(db)
  return rows[0]!.count
}

/** Returns the signed values of a session as the list has them, in the order of time. */
export const listSigned = (
  viewed: { db: Db; scope: Scope },
  at: SampleLocation,
): Promise<AnswerOf<typeof signedValueList> | Refusal> =>
  runRelated(
    { ...viewed, source: signedSource(at) },
    { orderby: ['datetime'], reclimit: maxSignedValuesInFile },
  )
