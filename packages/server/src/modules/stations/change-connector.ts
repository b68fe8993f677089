import type { BodyOf, connectorSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { lockConnector, replaceConnectorType, updateConnector } from './edit-store.ts'
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
    const connector = await lockConnector(tx, viewer, body.id)
    if (!connector) return refuse('connector.not_found')
    const { station_id: station, account_id: account } = connector
    const before = await readFields(tx, 'evses', body.id, Object.keys(change))
    await updateConnector(tx, body.id, change, deps.clock.now())
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
