import type { TariffDefinition, TariffReason } from '@stationmaster/contract'
import { sql } from 'kysely'
import { plainArray } from '../../storage/plain-array.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** The tariff that was selected for a session; the version is null if none applied. */
export interface Selection {
  transactionId: string
  reason: TariffReason
  versionId: string | null
  /** Client and group at the start of the session. */
  clientId: string | null
  groupId: string | null
  networkId: string | null
  mode: string | null
}

/** Prices of a version. Sessions of the same version share them. */
interface VersionPrices {
  tariffId: string
  number: number
  definition: TariffDefinition
  hash: string
  commissionBp: number
  currency: string
}

/** The tariff of a session: version and prices are null if none applied. */
export type SessionTariff = Selection & { [K in keyof VersionPrices]: VersionPrices[K] | null }

export async function readSelections(db: Db, ids: readonly string[]): Promise<Selection[]> {
  const { rows } =
    await sql<Selection>`select transaction_id as "transactionId", reason, version_id as "versionId",
      client_id as "clientId", group_id as "groupId", network_id as "networkId", mode
    from session_tariffs where transaction_id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Adds the prices to selections; reads each version once, however many sessions have it. */
export async function withPrices(db: Db, selections: readonly Selection[]): Promise<SessionTariff[]> {
  const ids = [...new Set(selections.flatMap(({ versionId }) => versionId ?? []))]
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<
          VersionPrices & { id: string }
        >`select id, tariff_id as "tariffId", number, definition, hash,
          commission_bp as "commissionBp", currency
        from tariff_versions where id = any(${ids}::uuid[])`.execute(db)
  const versions = new Map(rows.map(({ id, ...prices }) => [id, prices]))
  return selections.map((selection) => ({
    ...(versions.get(selection.versionId ?? '') ?? noPrices),
    ...selection,
  }))
}

const noPrices = {
  tariffId: null,
  number: null,
  definition: null,
  hash: null,
  commissionBp: null,
  currency: null,
}

/** A selection that is added. */
export interface NewSelection extends Selection {
  accountId: string
}

/**
 * Stores the tariffs of sessions, in the order of their ids so that parallel transactions cannot lock each other out.
 * Returns the ids of those that were added; another transaction has stored the others.
 */
export async function insertSelections(
  tx: Tx,
  selections: readonly NewSelection[],
  now: Date,
): Promise<Set<string>> {
  const rows = selections.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
  const plain = (of: (selection: NewSelection) => string | null) => plainArray(rows.map(of))
  const { rows: added } = await sql<{ id: string }>`
    insert into session_tariffs (transaction_id, account_id, version_id, client_id, group_id, network_id, mode, reason,
      selected_at)
    select n.*, ${now} from unnest(${plain(({ transactionId }) => transactionId)}::uuid[],
      ${plain(({ accountId }) => accountId)}::uuid[], ${plain(({ versionId }) => versionId)}::uuid[],
      ${plain(({ clientId }) => clientId)}::uuid[], ${plain(({ groupId }) => groupId)}::uuid[],
      ${plain(({ networkId }) => networkId)}::uuid[], ${plain(({ mode }) => mode)}::text[],
      ${plain(({ reason }) => reason)}::text[]) as n
    on conflict do nothing returning transaction_id as id`.execute(tx)
  return new Set(added.map(({ id }) => id))
}
