import type { TariffDefinition, TariffReason } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** The tariff of a session: version and prices are null if none applied. */
export interface SessionTariff {
  transactionId: string
  reason: TariffReason
  versionId: string | null
  tariffId: string | null
  number: number | null
  definition: TariffDefinition | null
  hash: string | null
  commissionBp: number | null
  currency: string | null
  /** Client and group at the start of the session. */
  clientId: string | null
  groupId: string | null
  networkId: string | null
  mode: string | null
}

export async function readSessionTariffs(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SessionTariff>> {
  const { rows } = await sql<SessionTariff>`select x.transaction_id as "transactionId", x.reason,
      x.version_id as "versionId", v.tariff_id as "tariffId", v.number, v.definition, v.hash,
      v.commission_bp as "commissionBp", v.currency, x.client_id as "clientId", x.group_id as "groupId",
      x.network_id as "networkId", x.mode
    from session_tariffs x left join tariff_versions v on v.id = x.version_id
    where x.transaction_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.transactionId, row]))
}

/** Stores the tariffs of sessions, in the order of their ids so that parallel transactions cannot lock each other out. */
export async function insertSessionTariffs(
  tx: Tx,
  rows: readonly Insertable<Database['session_tariffs']>[],
): Promise<void> {
  await tx
    .insertInto('session_tariffs')
    .values(rows.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
