import type { Station } from './station-columns.tsx'
import type { Connector } from './station-queries.ts'

/** Actions that a user may request for a connector. */
export type ConnectorAct = 'charge' | 'stop' | 'reserve' | 'release' | 'unlock' | 'service'

/** Reasons why an action is not available; each has a text. */
export const reasons = [
  'forbidden',
  'deleted',
  'disabled',
  'offline',
  'charging',
  'occupied',
  'reserved',
  'faulted',
  'unavailable',
  'notAnnounced',
  'notCharging',
  'notReserved',
] as const
export type Reason = (typeof reasons)[number]

type StationFacts = Pick<Station, 'statecode' | 'connected'>
type ConnectorFacts = Pick<Connector, 'statecode' | 'transactionid'> & Partial<Pick<Connector, 'announced'>>

/** Returns why a station cannot be sent commands, or null if it can. */
export function unreachableReason({ statecode, connected }: StationFacts): Reason | null {
  if (statecode === 'deleted' || statecode === 'disabled') return statecode
  return connected ? null : 'offline'
}

/**
 * Returns why an action makes no sense for a connector, or null if it does. The station decides: this rejects
 * only what it is certain to refuse.
 */
export function unavailableReason(
  act: ConnectorAct,
  station: StationFacts,
  connector: ConnectorFacts,
  isReserved: boolean,
): Reason | null {
  return unreachableReason(station) ?? rules[act](connector, isReserved)
}

type Rule = (connector: ConnectorFacts, isReserved: boolean) => Reason | null

const outOfOrder: Rule = ({ statecode, announced }) => {
  if (announced === false) return 'notAnnounced'
  return statecode === 'faulted' || statecode === 'unavailable' ? statecode : null
}

const rules: Record<ConnectorAct, Rule> = {
  charge: (connector, isReserved) =>
    connector.transactionid !== null ? 'charging' : outOfOrder(connector, isReserved),
  stop: ({ transactionid }) => (transactionid === null ? 'notCharging' : null),
  reserve: (connector, isReserved) => {
    if (connector.transactionid !== null) return 'charging'
    if (isReserved || connector.statecode === 'reserved') return 'reserved'
    return outOfOrder(connector, isReserved) ?? (connector.statecode === 'available' ? null : 'occupied')
  },
  release: (_, isReserved) => (isReserved ? null : 'notReserved'),
  unlock: () => null,
  service: () => null,
}
