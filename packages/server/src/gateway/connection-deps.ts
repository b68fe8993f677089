import type { IncomingCallHandler } from './incoming-calls.ts'
import type { OutgoingCallDeps } from './outgoing-calls.ts'
import type { LogFact } from '../shared/facts.ts'
import type { LogCompactor } from './log-compactor.ts'
import type { LongCalls } from './long-calls.ts'
import type { GatewayOptions } from './options.ts'

/** Dependencies that all connections of the process share. */
export interface ConnectionDeps<Connection> extends OutgoingCallDeps {
  options: GatewayOptions
  incomingCalls: IncomingCallHandler
  /** Logs of all stations; they outlive connections because a station in a boot loop reconnects each time. */
  logs: LogCompactor
  /** Scheduler for the messages of all stations that are read in parts. */
  longCalls: LongCalls
  /** Registers a connection with a running time limit or pending output for calls by the timer. */
  watch(connection: Connection): void
  /** Marks a connection whose heartbeats wait to be written. */
  addHeartbeats(connection: Connection): void
  closed(connection: Connection): void
  /** Writes an entry of the OCPP log that belongs to no call. */
  addLog(connection: Connection, entry: LogFact): void
}

/** Close codes of RFC 6455 and the IANA registry that are sent to stations. */
export const closeCodes = {
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  notUtf8: 1007,
  tooBig: 1009,
  failed: 1011,
  later: 1013,
}
