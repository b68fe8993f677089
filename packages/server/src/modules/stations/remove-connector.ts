import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { deleteConnector, isConnectorBusy, lockConnector } from './edit-store.ts'
import type { StationWebDeps } from './web-deps.ts'

/**
 * Removes a connector that is known only from a StartTransaction. Returns `not-possible` if it was announced
 * by a StatusNotification, because the station would report it again, or while a transaction runs on it.
 */
export function removeConnector(deps: StationWebDeps, viewer: Viewer, id: string): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const connector = await lockConnector(tx, viewer, id)
    if (!connector) return refuse('connector.not_found')
    const { station_id: station, account_id: account, evse_no: number } = connector
    if (connector.facts.isAnnounced) return refuse('connector.announced')
    if (await isConnectorBusy(tx, station, number)) return refuse('connector.busy')
    await deleteConnector(tx, id)
    await recordChange(tx, viewer, {
      accountId: account,
      kind: 'change',
      classCode: 'connector',
      objectId: id,
      label: `${connector.identity} ${number}`,
      action: 'delete',
      before: { connectorid: number },
      after: {},
    })
    await deps.bus.publish(tx, [
      { kind: 'hint', account, hint: { kind: 'connector.changed', station, ids: [id] } },
      { kind: 'hint', account, hint: { kind: 'station.changed', station, ids: [station] } },
      { kind: 'station.stale', station },
    ])
    return null
  })
}
