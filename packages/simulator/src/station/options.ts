import { messageIds } from '@stationmaster/ocpp'
import { noLedger, type Ledger } from '../ledger/ledger.ts'
import { processClock, type Clock } from '../time/clock.ts'
import { seededRandom, type Random } from '../time/random.ts'
import type { ConnectorPlan } from './connector.ts'
import { keyBytes } from './keyring.ts'
import type { Backoff } from './link.ts'
import type { MaintenancePace } from './maintenance.ts'

/** What a virtual station is and how it behaves. Only link and identity are needed. */
export interface StationOptions {
  /** The link of the account (`ws://host/ocpp/<account>/`), to which the identity is appended. */
  readonly url: string
  readonly identity: string
  /** The secret for Basic authentication; a key need not be text. Without one the station shows none. */
  readonly key?: string | Uint8Array
  /** The user name of the Basic authentication where it differs from the identity. */
  readonly username?: string
  readonly vendor?: string
  readonly model?: string
  readonly serial?: string
  readonly firmware?: string
  readonly connectors?: readonly ConnectorPlan[]
  /** Configuration keys whose values differ from the maker's. */
  readonly settings?: Readonly<Record<string, string>>
  /** Names out of `quirks`. */
  readonly quirks?: readonly string[]
  /** How many times faster energy flows than on the wall clock. Timestamps stay those of the wall clock. */
  readonly speed?: number
  /** What the meters show at the beginning, in Wh. */
  readonly meterStartWh?: number
  readonly clock?: Clock
  readonly random?: Random
  /** Makes the message ids of each connection, which is counted from 1. */
  readonly ids?: (connection: number) => () => string
  readonly ledger?: Ledger
  /** After how long an unanswered CALL has failed. */
  readonly callTimeoutMs?: number
  /** How long to wait with the next boot when the last was not answered or named no interval. */
  readonly bootRetryMs?: number
  readonly backoff?: Backoff
  readonly pace?: MaintenancePace
  /** How long a restart keeps the station away. */
  readonly rebootMs?: number
  /** False: the station is gone before it has answered a hard reset. */
  readonly answersHardReset?: boolean
  /** Transaction messages that fit into the memory. */
  readonly mostQueued?: number
}

export type StationPlan = Required<Omit<StationOptions, 'key'>> & { readonly key: Uint8Array | null }

let shared: Clock | null = null
/** All stations of a process share one clock, and with it one armed timer. */
const sharedClock = (): Clock => (shared ??= processClock())

const defaultConnectors: readonly ConnectorPlan[] = [
  { id: 1, kind: 'ac', powerW: 22_080, plug: 'Type 2' },
  { id: 2, kind: 'ac', powerW: 22_080, plug: 'Type 2' },
]

/** Ids that differ over the connections of a station too: a log is easier to read so. */
const ownIds = (connection: number): (() => string) => messageIds(`${connection.toString(36)}.`)

/**
 * What the meter of a station shows that has been in use for a while. It rises with the calendar, faster than
 * a busy connector: a process that starts again goes on above what it told before.
 */
function registerAt(nowMs: number, powerW: number): number {
  const hours = Math.max(0, nowMs - Date.UTC(2026, 0, 1)) / 3_600_000
  return Math.floor(20_000 + powerW * 0.35 * hours) % 1_500_000_000
}

/** The options with everything that was left out. Throws for what no station can be. */
export function readOptions(options: StationOptions): StationPlan {
  const connectors = options.connectors ?? defaultConnectors
  if (connectors.length === 0) throw new Error(`Station ${options.identity} has no connector`)
  if (options.speed !== undefined && !(options.speed > 0)) throw new Error('The speed must be above 0')
  const random = options.random ?? seededRandom(options.identity)
  const clock = options.clock ?? sharedClock()
  return {
    username: options.identity,
    vendor: 'Stationmaster',
    model: connectors[0]!.kind === 'dc' ? 'Virtual DC' : 'Virtual AC',
    serial: options.identity.slice(0, 25),
    firmware: '1.4.0',
    settings: {},
    quirks: [],
    speed: 1,
    meterStartWh: registerAt(clock.now(), connectors[0]!.powerW) + random.whole(0, 900),
    clock,
    ids: ownIds,
    ledger: noLedger,
    callTimeoutMs: 30_000,
    bootRetryMs: 10_000,
    backoff: { leastMs: 1_000, mostMs: 60_000 },
    pace: { downloadMs: 6_000, installMs: 6_000, uploadMs: 4_000 },
    rebootMs: 3_000,
    answersHardReset: true,
    mostQueued: 10_000,
    ...withoutUndefined(options),
    connectors,
    random,
    key: options.key === undefined ? null : keyBytes(options.key),
  }
}

/** An option that is given as undefined was not given. */
const withoutUndefined = (options: StationOptions): Omit<StationOptions, 'key'> => {
  const { key: _key, ...rest } = options
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  // The entries are those of the options; only absent ones were left out.
  return Object.fromEntries(given) as unknown as Omit<StationOptions, 'key'>
}
