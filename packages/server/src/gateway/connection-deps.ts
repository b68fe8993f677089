import type { IncomingCallHandler } from './incoming-calls.ts'
import type { OutgoingCallDeps } from './outgoing-calls.ts'
import type { LogFact } from '../shared/facts.ts'
import type { LogCompactor } from './log-compactor.ts'
import type { LongCalls } from './long-calls.ts'
import type { GatewayOptions } from './options.ts'

/** What all sessions of the process share. */
export interface ConnectionDeps<Session> extends OutgoingCallDeps {
  options: GatewayOptions
  incomingCalls: IncomingCallHandler
  /** Of all stations: who boots in a loop comes over new sockets. */
  logs: LogCompactor
  /** Turns of the messages that are read in parts, of all stations. */
  longCalls: LongCalls
  /** The session has a time limit running or waits to send: the timer looks after it. */
  watch(session: Session): void
  /** Heartbeats wait to be written. */
  addHeartbeats(session: Session): void
  closed(session: Session): void
  /** Writes an entry of the OCPP log that belongs to no call. */
  addLog(session: Session, entry: LogFact): void
}

/** Codes of RFC 6455 and of the IANA registry that stations are told. */
export const closeCodes = {
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  notUtf8: 1007,
  tooBig: 1009,
  failed: 1011,
  later: 1013,
}
