import { findConnector } from '../../../station/device.ts'
import type { Connector } from '../../../station/connector.ts'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { CommandDeps, CommandHandlers } from './command.ts'
import { profileFault } from './smart-charging.ts'

type ReserveStatus = V16['ReserveNow']['response']['status']

const refusalOf = (connector: Connector): ReserveStatus | null => {
  switch (connector.status) {
    case 'Available':
      return null
    case 'Faulted':
      return 'Faulted'
    case 'Unavailable':
      return 'Unavailable'
    default:
      return 'Occupied'
  }
}

/** Returns why a connector, or for 0 the station, cannot be reserved; null if it can. */
function reservationRefusal(
  deps: CommandDeps,
  connectorId: number,
  reservationId: number,
): ReserveStatus | null {
  const { connectors } = deps.device
  if (connectorId === 0) {
    const reasons = connectors.map(refusalOf)
    return reasons.includes(null) ? null : (reasons[0] ?? 'Rejected')
  }
  const connector = findConnector(deps.device, connectorId)
  if (!connector) return 'Rejected'
  return connector.reservation?.id === reservationId ? null : refusalOf(connector)
}

/** Handlers that start, stop, unlock and reserve. */
export const sessionCommands: CommandHandlers<
  'RemoteStartTransaction' | 'RemoteStopTransaction' | 'ReserveNow' | 'CancelReservation' | 'UnlockConnector'
> = {
  RemoteStartTransaction: ({ connectorId, idTag, chargingProfile }, deps) => {
    const connector = deps.visits.connectorForRemoteStart(connectorId, idTag)
    const isBadProfile =
      chargingProfile !== undefined &&
      (chargingProfile.chargingProfilePurpose !== 'TxProfile' || profileFault(deps.device, chargingProfile))
    if (!connector || isBadProfile) return { answer: { status: 'Rejected' } }
    if (deps.device.traits.has('ignores-remote-start')) return { answer: { status: 'Accepted' } }
    return {
      answer: { status: 'Accepted' },
      afterwards: () => {
        if (chargingProfile)
          deps.device.profiles.install(connector.id, chargingProfile, deps.device.clock.now())
        void deps.visits.remoteStart(connector, idTag)
      },
    }
  },
  RemoteStopTransaction: ({ transactionId }, deps) => {
    const connector = deps.device.connectors.find((each) => each.transaction?.number === transactionId)
    if (!connector) return { answer: { status: 'Rejected' } }
    return { answer: { status: 'Accepted' }, afterwards: () => deps.charging.end(connector, 'Remote') }
  },
  ReserveNow: (request, deps) => {
    const { connectorId, expiryDate, idTag, parentIdTag, reservationId } = request
    const expiresAtMs = Date.parse(expiryDate)
    const isPast = !(expiresAtMs > deps.device.clock.now())
    const refusal = isPast ? 'Rejected' : reservationRefusal(deps, connectorId, reservationId)
    if (refusal) return { answer: { status: refusal } }
    deps.device.reservations.hold({
      id: reservationId,
      connectorId,
      idTag,
      ...(parentIdTag === undefined ? {} : { parentIdTag }),
      expiresAtMs,
    })
    return { answer: { status: 'Accepted' } }
  },
  CancelReservation: ({ reservationId }, deps) => ({
    answer: { status: deps.device.reservations.end(reservationId) ? 'Accepted' : 'Rejected' },
  }),
  UnlockConnector: ({ connectorId }, deps) => {
    const connector = findConnector(deps.device, connectorId)
    if (!connector) return { answer: { status: 'NotSupported' } }
    // E2 5.18: a running transaction is ended first.
    deps.charging.end(connector, 'UnlockCommand')
    return { answer: { status: connector.isLockStuck ? 'UnlockFailed' : 'Unlocked' } }
  },
}
