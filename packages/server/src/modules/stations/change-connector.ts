import type { BodyOf, connectorSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  deleteConnector,
  isConnectorBusy,
  lockConnector,
  replaceConnectorType,
  updateConnector,
} from './edit-store.ts'
import type { StationWebDeps } from './web-deps.ts'

/** Changes the properties of a connector that users maintain; its state is reported by the station. */
export function changeConnector(
  deps: StationWebDeps,
  viewer: Viewer,
  body: BodyOf<typeof connectorSet>,
): Promise<null | Refusal> {
  const named = {
    label: body.label,
    description: body.description,
    type: body.typecode,
    mode: body.mode,
    max_power_w: body.maxpower,
  }
  const change = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  const { chargername } = body
  return inTransaction(deps.db, async (tx) => {
    const connector = await lockConnector(tx, viewer, { id: body.id })
    if (!connector) return refuse('connector.not_found')
    const { station_id: station, account_id: account } = connector
    const before = await readFields(tx, { table: 'evses', id: body.id }, Object.keys(change))
    await updateConnector(tx, body.id, { ...change, updated_at: deps.clock.now() })
    if (chargername !== undefined) {
      before['charger'] = await replaceConnectorType(tx, body.id, chargername)
      change['charger'] = chargername
    }
    await recordChange(tx, viewer, {
      accountId: account,
      kind: 'change',
      classCode: 'connector',
      objectId: body.id,
      label: `${connector.identity} ${connector.evse_no}`,
      action: 'update',
      before,
      after: change,
    })
    await deps.bus.publish(tx, [
      { kind: 'hint', account, hint: { kind: 'connector.changed', station, ids: [body.id] } },
      // power limits affect the plausibility of meter values
      { kind: 'station.stale', station },
    ])
    return null
  })
}

/**
 * Removes a connector that is known only from a StartTransaction. Returns `not-possible` if it was announced
 * by a StatusNotification, because the station would report it again, or while a transaction runs on it.
 */
export function removeConnector(deps: StationWebDeps, viewer: Viewer, id: string): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const connector = await lockConnector(tx, viewer, { id })
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
