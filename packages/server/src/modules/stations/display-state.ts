/** The connector states of OCPP in lower case. */
const states = new Map(
  [
    'Available',
    'Preparing',
    'Charging',
    'SuspendedEV',
    'SuspendedEVSE',
    'Finishing',
    'Reserved',
    'Unavailable',
    'Faulted',
  ].map((status) => [status, status.toLowerCase()]),
)

/** Returns the state for a reported status; null for a status that OCPP does not define. */
export const connectorState = (status: string): string | null => states.get(status) ?? null

const shown = (state: string) => (state.startsWith('suspended') ? 'suspended' : state)

/** A station shows the state of its most significant connector, in this order. */
const order = [
  'faulted',
  'charging',
  'suspended',
  'finishing',
  'preparing',
  'reserved',
  'available',
  'unavailable',
]

/**
 * Returns the display state of a station.
 * @param stationState status of connector 0, which is the station itself; null if it was never reported
 */
export function displayState(connectorStates: Iterable<string>, stationState: string | null): string {
  const shownStates = new Set([...connectorStates].map(shown))
  if (stationState === 'faulted') return 'faulted'
  if (shownStates.size === 0) return stationState === 'available' ? 'available' : 'unavailable'
  const mostSignificant = order.find((state) => shownStates.has(state)) ?? 'unavailable'
  // A station that is out of service has no free connector, but a transaction may still be running.
  const isFree = mostSignificant === 'available' || mostSignificant === 'reserved'
  return stationState === 'unavailable' && isFree ? 'unavailable' : mostSignificant
}

/**
 * Returns the state of the station itself: the reported status of connector 0, or a state derived from the
 * connectors.
 */
export function stationState(connectorStates: Iterable<string>, reported: string | null): string {
  if (reported === 'available' || reported === 'unavailable' || reported === 'faulted') return reported
  const all = [...connectorStates]
  const isServing = all.some((state) => state !== 'unavailable' && state !== 'faulted')
  return isServing ? 'available' : 'unavailable'
}
