import type { AnswerOf, BodyOf, connectorReserve, connectorReserveCancel } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Abortable } from '../../shared/checked-params.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Commands, connectorNotFound, findConnector, findOwnCard } from '../commands/index.ts'
import type { Methods } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { findActive } from './store.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'clock'> {
  commands: Commands
  methods: Methods
}

/** Reserves a connector for a card; without one, for the newest enabled card of the user. */
export async function reserve(
  { db, commands }: Pick<Deps, 'db' | 'commands'>,
  viewer: Viewer,
  { id, card, expirydate: expiryDate, volume, signal }: Abortable<BodyOf<typeof connectorReserve>>,
) {
  const connector = await findConnector(db, viewer, id)
  if (!connector) return connectorNotFound
  const idTag = card ?? (await findOwnCard(db, viewer))
  if (idTag === null) return refuse('card.required', { field: 'card' })
  const payload = { connectorId: connector.evseNo, idTag, ...(expiryDate && { expiryDate }) }
  return commands.outcome(viewer, {
    station: connector.stationId,
    action: 'ReserveNow',
    payload,
    ...(volume !== undefined && { extra: { volumeWh: volume } }),
    signal,
  })
}

/** Cancels the active reservation of a connector, by its method. */
export async function cancelReservation(
  { db, clock, methods }: Deps,
  viewer: Viewer,
  { id, signal }: Abortable<BodyOf<typeof connectorReserveCancel>>,
): Promise<AnswerOf<typeof connectorReserveCancel> | Refusal> {
  const connector = await findConnector(db, viewer, id)
  if (!connector) return connectorNotFound
  const active = await findActive(db, viewer, { connector, now: clock.now() })
  if (active === null) return refuse('connector.not_reserved', { field: 'id' })
  const result = await methods.run(viewer, { classCode: 'reservation', id: active, method: 'cancel', signal })
  // the handler sends the command to the station and returns the result
  return isRefusal(result) ? result : (result.outcome as AnswerOf<typeof connectorReserveCancel>)
}
