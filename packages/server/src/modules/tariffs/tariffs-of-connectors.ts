import type { Db } from '../../storage/transaction.ts'
import { modeOf, selectTariff } from './select.ts'
import { readShown, type ShownTariff } from './shown-tariff-store.ts'
import { currenciesOf, readCandidates, readClient, readModes } from './select-store.ts'

/** A connector as tariffs distinguish it. */
interface Place {
  networkId: string | null
  mode: string | null
  powerW: number | null
}

/**
 * Returns the tariff of each connector, in order, as a session that starts now gets it; null if none applies. The caller
 * has checked that its viewer may see the connectors and belongs to the client.
 */
export async function tariffsOfConnectors(
  db: Db,
  { accountId, clientId, at }: { accountId: string; clientId: string | null; at: Date },
  connectors: readonly Place[],
): Promise<(ShownTariff | null)[]> {
  const of = await readClient(db, { accountId, clientId, at })
  const candidates = await readCandidates(db, {
    accounts: [accountId],
    clients: clientId === null ? [] : [clientId],
    groups: of.groupId === null ? [] : [of.groupId],
    from: at,
    to: at,
  })
  const ranges = await readModes(db)
  const currencies = currenciesOf(of)
  const versions = connectors.map((connector) => {
    const { mode } = modeOf(connector, ranges)
    const question = { at, clientId, groupId: of.groupId, networkId: connector.networkId, mode, currencies }
    return selectTariff(candidates, question)?.candidate.versionId ?? null
  })
  const shown = await readShown(db, [...new Set(versions.filter((id) => id !== null))])
  return versions.map((id) => (id === null ? null : (shown.get(id) ?? null)))
}
