import type { Bus } from '../bus/bus.ts'
import type { Job } from '../jobs/job.ts'
import type { Clock } from '../shared/clock.ts'
import type { Config } from '../shared/config.ts'
import type { Handlers } from '../shared/handlers.ts'
import type { LogEvent } from '../shared/log-event.ts'
import type { Log } from '../shared/log.ts'
import type { SecretBox } from '../shared/secret-box.ts'
import type { StationModule16 } from '../shared/station-connection.ts'
import type { Pools } from '../storage/open-pools.ts'
import type { Db } from '../storage/transaction.ts'

/** Infrastructure of one server process, which every module may use. */
export interface ModuleContext {
  config: Config
  /**
   * Name of this process, a new one after each start. Connections that store what stations report have it as their
   * application name.
   */
  processName: string
  /** Database for requests and internal work, with tenant isolation inside `withTenant`. */
  db: Db
  /** Database with reserved connections for sign-in and token lookup. */
  signInDb: Db
  pools: Pools
  bus: Bus
  clock: Clock
  log: Log
  /** Writes entries to the event log. */
  logEvent: LogEvent
  secrets: SecretBox
  /** Returns scheme and host of this server for links and clients; never taken from a request header. */
  origin: () => string
  /** Derives a 31-bit number of a transaction, a reservation or a request from one of its sequence. */
  permute: (sequence: number) => number
  /** Registers what ends timers and writes pending data at the end; called in the reverse order of registration. */
  onClose: (close: () => unknown) => void
}

/**
 * Contribution of a module to the application, returned by its `register` function. Services for other modules
 * are returned beside it.
 */
export interface Module {
  handlers?: Handlers
  /** Handlers of messages of stations. */
  stationHandlers?: StationModule16
  jobs?: readonly Job[]
}
