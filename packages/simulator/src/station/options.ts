import { messageIds } from '@stationmaster/ocpp'
import { noLedger, type Ledger } from '../ledger/ledger.ts'
import { processClock, type Clock } from '../time/clock.ts'
import { seededRandom, type Random } from '../time/random.ts'
import type { ConnectorPlan } from './connector.ts'
import { keyBytes } from './keyring.ts'
import type { Backoff } from './link.ts'
import type { MaintenancePace } from './maintenance.ts'

/** Options of a virtual station. Only link and identity are required. */
export interface StationOptions {
  /** Link of the account (`ws://host/ocpp/<account>/`), to which the identity is appended. */
  readonly url: string
  readonly identity: string
  /** Link of the port with TLS, which the station uses while its SecurityProfile is 2 or 3. */
  readonly secureUrl?: string | null
  /** PEM of further authorities of the server, besides the roots that were installed. */
  readonly ca?: string | null
  /** Key for Basic authentication, text or bytes. Without one the station sends none. */
  readonly key?: string | Uint8Array
  /** User name for Basic authentication if it differs from the identity. */
  readonly username?: string
  readonly vendor?: string
  readonly model?: string
  readonly serial?: string
  readonly firmware?: string
  readonly connectors?: readonly ConnectorPlan[]
  /** Configuration keys that differ from the vendor's defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Names of `quirks`. */
  readonly quirks?: readonly string[]
  /** Factor by which energy flows faster than on the wall clock. Timestamps follow the wall clock. */
  readonly speed?: number
  /** Initial value of the meters, in Wh. */
  readonly meterStartWh?: number
  readonly clock?: Clock
  readonly random?: Random
  /** Creates the message ids of each connection; connections are numbered from 1. */
  readonly ids?: (connection: number) => () => string
  readonly ledger?: Ledger
  /** Timeout of a CALL, in milliseconds. */
  readonly callTimeoutMs?: number
  /** Delay before the next boot if the last one was not answered or named no interval, in milliseconds. */
  readonly bootRetryMs?: number
  readonly backoff?: Backoff
  readonly pace?: MaintenancePace
  /** Duration of a restart, in milliseconds. */
  readonly rebootMs?: number
  /** False: the station goes down before it answers a hard reset. */
  readonly answersHardReset?: boolean
  /** Number of transaction messages that fit into memory. */
  readonly maxQueued?: number
}

export type StationPlan = Required<Omit<StationOptions, 'key'>> & { readonly key: Uint8Array | null }

let shared: Clock | null = null
/** All stations of a process share one clock, and with it one armed timer. */
const sharedClock = (): Clock => (shared ??= processClock())

const defaultConnectors: readonly ConnectorPlan[] = [
  { id: 1, kind: 'ac', powerW: 22_080, plug: 'Type 2' },
  { id: 2, kind: 'ac', powerW: 22_080, plug: 'Type 2' },
]

/** Ids that are unique across the connections of a station too, which makes a log easier to read. */
const ownIds = (connection: number): (() => string) => messageIds(`${connection.toString(36)}.`)

/**
 * Returns the register of a station that has been in use for a while. It rises with the calendar, faster than
 * a busy connector, so that a restarted process continues above the values it reported before.
 */
function registerAt(nowMs: number, powerW: number): number {
  const hours = Math.max(0, nowMs - Date.UTC(2026, 0, 1)) / 3_600_000
  return Math.floor(20_000 + powerW * 0.35 * hours) % 1_500_000_000
}

/** Applies the defaults. Throws for invalid options. */
export function readOptions(options: StationOptions): StationPlan {
  const connectors = options.connectors ?? defaultConnectors
  if (connectors.length === 0) throw new Error(`Station ${options.identity} has no connector`)
  if (options.speed !== undefined && !(options.speed > 0)) throw new Error('The speed must be above 0')
  const random = options.random ?? seededRandom(options.identity)
  const clock = options.clock ?? sharedClock()
  return {
    username: options.identity,
    secureUrl: null,
    ca: null,
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
    backoff: { minMs: 1_000, maxMs: 60_000 },
    pace: { downloadMs: 6_000, installMs: 6_000, uploadMs: 4_000 },
    rebootMs: 3_000,
    answersHardReset: true,
    maxQueued: 10_000,
    ...withoutUndefined(options),
    connectors,
    random,
    key: options.key === undefined ? null : keyBytes(options.key),
  }
}

/** Treats an option that is undefined as absent. */
const withoutUndefined = (options: StationOptions): Omit<StationOptions, 'key'> => {
  const { key: _key, ...rest } = options
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  // The entries are those of the options; only absent ones were removed.
  return Object.fromEntries(given) as unknown as Omit<StationOptions, 'key'>
}
