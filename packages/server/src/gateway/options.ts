import type { IncomingMessage } from 'node:http'

export interface GatewayOptions {
  /** Milliseconds between two pings of a station. */
  pingMs: number
  /** Milliseconds that a station may take to answer a command (P2). */
  callTimeoutMs: number
  /** Maximum length of a frame in bytes. */
  frameBytes: number
  /** Maximum length of StopTransaction in bytes: it carries the meter values of a whole transaction. */
  stopFrameBytes: number
  fragments: number
  /** True if permessage-deflate is accepted when a station offers it. */
  deflate: boolean
  /** Sockets that are admitted per second, and the longest wait of one. */
  admissionsPerSecond: number
  admissionBurst: number
  admissionWaitMs: number
  handshakeMs: number
  headerBytes: number
  headerCount: number
  /** Concurrent handshakes of an address with failures within the last minute. */
  unauthenticatedPerAddress: number
  /** Milliseconds that a call waits for an unavailable database before the socket is closed (G9). */
  storageHoldMs: number
  /** Calls per second that a station may send without waiting for answers. */
  pipelinedPerSecond: number
  pipelinedBurst: number
  sendBufferBytes: number
  /** Bytes of the OCPP log that one station may write in a burst, and those that are refilled each minute. */
  logBurstBytes: number
  logBytesPerMinute: number
  /** Shortened entries for a station that has used up its bytes. */
  logShortBurst: number
  logShortPerMinute: number
  /** Unreadable frames per minute after which the socket is closed. */
  unreadablePerMinute: number
  /** Calls per minute that fail in the server after which the socket is closed. */
  failuresPerMinute: number
  /** Milliseconds after the answer to BootNotification before the first command (Q33). */
  settleMs: number
  /** Milliseconds after the connection before the first command if no call arrives. */
  quietMs: number
  addressOf(request: IncomingMessage): string
  /** True if `addressOf` reads X-Forwarded-For. */
  trustsProxy: boolean
}

export const defaultOptions: GatewayOptions = {
  pingMs: 30_000,
  callTimeoutMs: 30_000,
  frameBytes: 256 * 1024,
  stopFrameBytes: 1024 * 1024,
  fragments: 128,
  deflate: false,
  admissionsPerSecond: 400,
  admissionBurst: 500,
  admissionWaitMs: 4_000,
  handshakeMs: 5_000,
  headerBytes: 8 * 1024,
  headerCount: 50,
  unauthenticatedPerAddress: 1_000,
  storageHoldMs: 20_000,
  pipelinedPerSecond: 20,
  pipelinedBurst: 200,
  sendBufferBytes: 1024 * 1024,
  logBurstBytes: 5 * 1024 * 1024,
  logBytesPerMinute: 512 * 1024,
  logShortBurst: 600,
  logShortPerMinute: 120,
  unreadablePerMinute: 20,
  failuresPerMinute: 3,
  settleMs: 2_000,
  quietMs: 10_000,
  addressOf: (request) => request.socket.remoteAddress ?? '',
  trustsProxy: false,
}
