import type { IncomingMessage } from 'node:http'

export interface GatewayOptions {
  /** Between two pings of a station. */
  pingMs: number
  /** How long a station may take to answer a command (P2). */
  callTimeoutMs: number
  /** The longest frame, in bytes. */
  frameBytes: number
  /** The longest StopTransaction: it carries the readings of a whole session. */
  stopFrameBytes: number
  fragments: number
  /** Whether permessage-deflate is agreed to when a station offers it. */
  deflate: boolean
  /** Sockets that are let in, and how long one waits for its turn. */
  admissionsPerSecond: number
  admissionBurst: number
  admissionWaitMs: number
  handshakeMs: number
  headerBytes: number
  headerCount: number
  /** Handshakes under way of an address where some have failed within the last minute. */
  unauthenticatedPerAddress: number
  /** How long a call waits for a database that is away before the socket is closed (G9). */
  storageHoldMs: number
  /** Calls that a station sends without waiting for answers. */
  pipelinedPerSecond: number
  pipelinedBurst: number
  sendBufferBytes: number
  /** Bytes of the OCPP log that one station may fill at once, and those that come back each minute. */
  logBurstBytes: number
  logBytesPerMinute: number
  /** Shortened entries of a station that has used up its bytes. */
  logShortBurst: number
  logShortPerMinute: number
  /** Unreadable frames a minute after which the socket is closed. */
  unreadablePerMinute: number
  /** Calls a minute that end in a failure of ours after which the socket is closed. */
  failuresPerMinute: number
  /** No command before BootNotification was answered and this time has passed (Q33). */
  settleMs: number
  /** Nor before this time where no call comes at all. */
  quietMs: number
  addressOf(request: IncomingMessage): string
  /** Whether `addressOf` reads X-Forwarded-For. */
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
