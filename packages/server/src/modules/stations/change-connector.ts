import type { BodyOf, connectorSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  deleteConnector,
  isConnectorBusy,
  lockConnector,
  replaceConnectorType,
  updateConnector,
} from './edit-store.ts'
import { connectorChanged, type StationWebDeps } from './web-deps.ts'

/** Changes the properties of a connector that users maintain; its state is reported by the station. */
export function changeConnector(
  deps: StationWebDeps,
  viewer: Viewer,
  body: BodyOf<typeof connectorSet>,
): Promise<null | Refusal> {
  const change = givenFields({
    label: body.label,
    description: body.description,
    type: body.typecode,
    mode: body.mode,
    max_power_w: body.maxpower,
  })
  const { chargername: charger } = body
  const work = async (tx: Tx) => {
    const connector = await lockConnector(tx, viewer, { id: body.id })
    if (!connector) return refuse('connector.not_found')
    const before = await readFields(tx, { table: 'evses', id: body.id }, Object.keys(change))
    await updateConnector(tx, body.id, { ...change, updated_at: deps.clock.now() })
    if (charger !== undefined) before['charger'] = await replaceConnectorType(tx, body.id, charger)
    const after = { ...change, charger }
    await recordChange(tx, viewer, { ...auditRef(connector), action: 'update', before, after })
    return null
  }
  return deps.methods.change(viewer, { classCode: 'connector', id: body.id, action: 'update', work })
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
    const before = { connectorid: number }
    await recordChange(tx, viewer, { ...auditRef(connector), action: 'delete', before, after: {} })
    await deps.bus.publish(tx, [
      ...connectorChanged({ id, accountId: account, stationId: station }),
      { kind: 'hint', account, hint: { kind: 'station.changed', station, ids: [station] } },
    ])
    return null
  })
}

type LockedConnector = NonNullable<Awaited<ReturnType<typeof lockConnector>>>

const auditRef = ({ id, account_id, identity, evse_no }: LockedConnector) => ({
  accountId: account_id,
  classCode: 'connector',
  objectId: id,
  label: `${identity} ${evse_no}`,
})
