import { driverConnectorStates } from '@stationmaster/contract'
import type { Viewer } from '../../shared/scope.ts'
import type { ConnectorRow } from './place-store.ts'

export type ConnectorState = (typeof driverConnectorStates)[number]

/**
 * Returns the state that a driver sees: what the station last reported says nothing while it is offline, and a connector
 * that is offered to another driver of a queue is reserved.
 */
export function connectorState(
  { isConnected, state, offeredTo }: Pick<ConnectorRow, 'isConnected' | 'state' | 'offeredTo'>,
  { userId }: Pick<Viewer, 'userId'>,
): ConnectorState {
  if (!isConnected) return 'offline'
  if (offeredTo !== null && offeredTo !== userId && state === 'available') return 'reserved'
  if (state === 'suspendedev' || state === 'suspendedevse') return 'charging'
  return driverConnectorStates.find((known) => known === state) ?? 'unavailable'
}

/** Returns the public id of an EVSE in the form of eMI3; its number is not the identity of the station. */
export const evseId = ({ operatorId, publicNo, no }: Pick<ConnectorRow, 'operatorId' | 'publicNo' | 'no'>) =>
  operatorId === null ? null : `${operatorId}*E${publicNo}*${no}`
