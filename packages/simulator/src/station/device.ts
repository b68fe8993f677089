import type { Clock } from '../time/clock.ts'
import type { Random } from '../time/random.ts'
import type { CardCache } from './card-cache.ts'
import type { Configuration } from './configuration.ts'
import type { Connector } from './connector.ts'
import type { LocalList } from './local-list.ts'
import type { ProfileStore } from './profile-store.ts'
import type { Reservations } from './reservations.ts'
import type { Reporter } from './reporter.ts'
import type { Trait } from './traits.ts'
import type { ConnectorStatus } from './types.ts'

/** State, clock and random source shared by all parts of one station. */
export interface Device {
  readonly identity: string
  readonly clock: Clock
  readonly random: Random
  /** Factor by which energy flows faster than on the wall clock. */
  readonly speed: number
  readonly configuration: Configuration
  readonly connectors: readonly Connector[]
  readonly localList: LocalList
  readonly cache: CardCache
  readonly reservations: Reservations
  readonly profiles: ProfileStore
  readonly reporter: Reporter
  readonly traits: ReadonlySet<Trait>
  /** The station as a whole, connector 0 in the standard. */
  readonly whole: { isOperative: boolean; reported: ConnectorStatus | null }
  /** Handles a visible change: reports changed statuses and checks the conditions of waiting tests. */
  changed(): void
}

/** Returns the connector with this number, or null: the central system may name any number. */
export const findConnector = (device: Device, id: number): Connector | null =>
  device.connectors.find((connector) => connector.id === id) ?? null

/** Returns the connector with this number; throws for an unknown one, which is an error of the caller. */
export function connectorOf(device: Device, id: number): Connector {
  const connector = findConnector(device, id)
  if (!connector) throw new Error(`Station ${device.identity} has no connector ${id}`)
  return connector
}
