import type { Clock } from '../time/clock.ts'
import type { Random } from '../time/random.ts'
import type { CardCache } from './card-cache.ts'
import type { Configuration } from './configuration.ts'
import type { Connector } from './connector.ts'
import type { LocalList } from './local-list.ts'
import type { ProfileStore } from './profile-store.ts'
import type { Reservations } from './reservations.ts'
import type { Teller } from './teller.ts'
import type { Trait } from './traits.ts'
import type { ConnectorStatus } from './words.ts'

/** What all parts of one station share: its state, its clock and its chance. */
export interface Device {
  readonly identity: string
  readonly clock: Clock
  readonly random: Random
  /** How many times faster energy flows than on the wall clock. */
  readonly speed: number
  readonly configuration: Configuration
  readonly connectors: readonly Connector[]
  readonly localList: LocalList
  readonly cache: CardCache
  readonly reservations: Reservations
  readonly profiles: ProfileStore
  readonly teller: Teller
  readonly traits: ReadonlySet<Trait>
  /** The station as a whole, which the standard calls connector 0. */
  readonly whole: { isOperative: boolean; reported: ConnectorStatus | null }
  /** Something visible has changed: statuses that differ from what was told are told, and waiting tests look. */
  changed(): void
}

/** The connector with this number, or null: what the central system names need not exist. */
export const findConnector = (device: Device, id: number): Connector | null =>
  device.connectors.find((connector) => connector.id === id) ?? null

/** The connector with this number; throws when the caller, who knows the station, names one that is not there. */
export function connectorOf(device: Device, id: number): Connector {
  const connector = findConnector(device, id)
  if (!connector) throw new Error(`Station ${device.identity} has no connector ${id}`)
  return connector
}
