import type { BodyOf, connectorStart, connectorStop } from '@stationmaster/contract'
import { refuse } from '../../shared/refusal.ts'
import type { Abortable } from '../../shared/checked-params.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { connectorNotFound, findConnector, findOwnCard } from './connector-store.ts'
import type { Commands } from './create-commands.ts'

interface Deps {
  db: Db
  commands: Commands
}

/** Starts charging on a connector with a card; without one, with the newest enabled card of the user. */
export async function startCharging(
  { db, commands }: Deps,
  viewer: Viewer,
  { id, card, signal }: Abortable<BodyOf<typeof connectorStart>>,
) {
  const connector = await findConnector(db, viewer, id)
  if (!connector) return connectorNotFound
  const idTag = card ?? (await findOwnCard(db, viewer))
  if (idTag === null) return refuse('card.required', { field: 'card' })
  const payload = { connectorId: connector.evseNo, idTag }
  const { stationId: station } = connector
  return commands.outcome(viewer, { station, action: 'RemoteStartTransaction', payload, signal })
}

/** Stops the running transaction of a connector. */
export async function stopCharging(
  { db, commands }: Deps,
  viewer: Viewer,
  { id, signal }: Abortable<BodyOf<typeof connectorStop>>,
) {
  const connector = await findConnector(db, viewer, id)
  if (!connector) return connectorNotFound
  const { stationId: station, transactionNumber: transactionId } = connector
  if (transactionId === null) return refuse('connector.not_charging', { field: 'id' })
  return commands.outcome(viewer, {
    station,
    action: 'RemoteStopTransaction',
    payload: { transactionId },
    signal,
  })
}
