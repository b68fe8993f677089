/** Words of the standard for a connector's state, as the house writes them. */
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
  ].map((word) => [word, word.toLowerCase()]),
)

/** The house's word for a status; null for one that the standard does not have. */
export const connectorState = (status: string): string | null => states.get(status) ?? null

const shown = (state: string) => (state.startsWith('suspended') ? 'suspended' : state)

/** A station shows its worst connector. */
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
 * What a list shows for a station.
 * @param stationState what connector 0 told, which is the station itself; null when it never did
 */
export function displayState(connectorStates: Iterable<string>, stationState: string | null): string {
  const told = new Set([...connectorStates].map(shown))
  if (stationState === 'faulted') return 'faulted'
  if (told.size === 0) return stationState === 'available' ? 'available' : 'unavailable'
  const worst = order.find((state) => told.has(state)) ?? 'unavailable'
  // A station that is out of order has no free connector, but a charge may still be going on.
  const isFree = worst === 'available' || worst === 'reserved'
  return stationState === 'unavailable' && isFree ? 'unavailable' : worst
}

/** The state of the station itself: what connector 0 told, or what the connectors allow. */
export function stationState(connectorStates: Iterable<string>, told: string | null): string {
  if (told === 'available' || told === 'unavailable' || told === 'faulted') return told
  const all = [...connectorStates]
  const isServing = all.some((state) => state !== 'unavailable' && state !== 'faulted')
  return isServing ? 'available' : 'unavailable'
}
