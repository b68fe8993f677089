import type { AnswerOf, BodyOf, tariffSelect } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { isClientOf } from '../clients/index.ts'
import { modeOf, selectTariff } from './select.ts'
import { currenciesOf, readCandidates, readClient, readConnector, readModes } from './select-store.ts'
import { isStationVisible, namesOfSelection } from './selection-names-store.ts'

/** Returns the tariff of a station and connector for a client at a time, as a session that starts then gets it. */
export async function selectForViewer(
  { db, clock }: Pick<ModuleContext, 'db' | 'clock'>,
  viewer: Viewer,
  { id, connectorid, client, at }: BodyOf<typeof tariffSelect>,
): Promise<AnswerOf<typeof tariffSelect> | Refusal> {
  const notFound = refuse('station.not_found', { field: 'id' })
  if (!(await isStationVisible(db, viewer, id))) return notFound
  const connector = await readConnector(db, { stationId: id, evseNo: connectorid ?? null })
  if (!connector) return notFound
  const { accountId, networkId } = connector
  if (connectorid !== undefined && connector.evseNo === null)
    return refuse('connector.not_found', { field: 'connectorid' })
  const clientNotFound = refuse('client.not_found', { field: 'client' })
  if (viewer.clientId !== null && client != null && client !== viewer.clientId) return clientNotFound
  const clientId = viewer.clientId ?? client ?? null
  if (clientId !== null && !(await isClientOf(db, accountId, clientId))) return clientNotFound
  const start = at === undefined ? clock.now() : new Date(at)
  const of = await readClient(db, { accountId, clientId, at: start })
  const candidates = await readCandidates(db, {
    accounts: [accountId],
    clients: clientId === null ? [] : [clientId],
    groups: of.groupId === null ? [] : [of.groupId],
    from: start,
    to: start,
  })
  const { mode, from } = modeOf(connector, await readModes(db))
  const question = { at: start, clientId, groupId: of.groupId, networkId, mode, currencies: currenciesOf(of) }
  const selected = selectTariff(candidates, question)
  return {
    reason: selected?.reason ?? 'none',
    ...(await namesOfSelection(db, {
      versionId: selected?.candidate.versionId ?? null,
      networkId,
      groupId: of.groupId,
    })),
    network: networkId,
    mode,
    modefrom: from,
    group: of.groupId,
  }
}
