import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Call of a station that was answered, or whose connection was closed without an answer. */
export interface EndedCall {
  /** Id of the station. */
  station: string
  /** `other` for an action that stations cannot send. */
  action: string
  outcome: 'result' | 'error' | 'internal_error' | 'not_answered'
  /** Milliseconds since it was received. */
  ms: number
}

export const defaultOptions = {
  /** Milliseconds between two runs of the timer. */
  tickMs: 250,
  /** Milliseconds between two pings of a station. */
  pingMs: 30_000,
  /** Milliseconds that a station may take to answer a command (P2). */
  callTimeoutMs: 30_000,
  /** Maximum length of a frame in bytes. */
  frameBytes: 256 * 1024,
  /** Maximum length of StopTransaction in bytes: it carries the meter values of a whole transaction. */
  stopFrameBytes: 1024 * 1024,
  fragments: 128,
  /** True if permessage-deflate is accepted when a station offers it. */
  deflate: false,
  /** Sockets that are admitted per second and at the same time, and the longest wait of one. */
  admissionsPerSecond: 1_200,
  admissionBurst: 500,
  concurrentAdmissions: 100,
  admissionWaitMs: 8_000,
  /** Milliseconds between two groups of sockets that are admitted together. */
  admissionGroupMs: 25,
  handshakeMs: 5_000,
  headerBytes: 8 * 1024,
  headerCount: 50,
  /** Concurrent handshakes of an address with failures within the last minute. */
  unauthenticatedPerAddress: 1_000,
  /** Milliseconds that a call waits for an unavailable database before the socket is closed (G9). */
  storageHoldMs: 20_000,
  /** Calls per second that a station may send without waiting for answers. */
  pipelinedPerSecond: 20,
  pipelinedBurst: 200,
  sendBufferBytes: 1024 * 1024,
  /** Bytes of the OCPP log that one station may write in a burst, and those that are refilled each minute. */
  logBurstBytes: 5 * 1024 * 1024,
  logBytesPerMinute: 512 * 1024,
  /** Shortened entries for a station that has used up its bytes. */
  logShortBurst: 600,
  logShortPerMinute: 120,
  /** Unreadable frames per minute after which the socket is closed. */
  unreadablePerMinute: 20,
  /** Calls per minute that fail in the server after which the socket is closed. */
  failuresPerMinute: 3,
  /** Milliseconds after the answer to BootNotification before the first command (Q33). */
  settleMs: 2_000,
  /** Milliseconds after the connection before the first command if no call arrives. */
  quietMs: 10_000,
  addressOf: (request: IncomingMessage): string => request.socket.remoteAddress ?? '',
  isEncrypted: (request: IncomingMessage): boolean => request.socket instanceof TLSSocket,
  /** True if `addressOf` reads X-Forwarded-For. */
  trustsProxy: false,
  /** Called at the end of each call of a station, for metrics and traces. */
  callEnded: (_call: EndedCall): void => {},
}

export type GatewayOptions = typeof defaultOptions
