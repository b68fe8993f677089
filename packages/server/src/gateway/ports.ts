import type { IncomingMessage } from 'node:http'
import type { StationAdmission } from '../shared/admission.ts'
import type { RejectedHandshake } from '../shared/rejected-handshake.ts'
import type { Work } from '../shared/facts.ts'
import type { StationHandlers16, StationKnowledge } from '../shared/station-connection.ts'

/** Command to be sent. It is marked as sent, and committed, before the gateway receives it. */
export interface QueuedCommand {
  id: string
  action: string
  payload: unknown
  /** Payload without secrets, as shown in the log. */
  shown: unknown
  /** Milliseconds that the station may take; the gateway's default if absent. */
  timeoutMs?: number
}

/** Outcome of a command. */
export type CommandOutcome =
  | { kind: 'result'; payload: unknown; rawText: string; ms: number }
  | { kind: 'error'; code: string; description: string; details: unknown; ms: number }
  | { kind: 'unreadable'; rawText: string; ms: number }
  | { kind: 'timeout' }
  /** The connection ended after the command was sent: the station may have executed it. */
  | { kind: 'gone' }
  /** The connection ended before the whole command was sent. */
  | { kind: 'unsent' }
  | { kind: 'late'; answer: Extract<CommandOutcome, { kind: 'result' | 'error' }> }

/**
 * Bytes of the OCPP log that the stations of an account wrote on a day (UTC, `2026-12-31`) since the last
 * report.
 */
export interface LogVolume {
  accountId: string
  day: string
  bytes: number
}

/** Bytes of an account on that day, written by all processes, and its limit. */
export interface LogVolumeState {
  accountId: string
  bytes: number
  limit: number
}

/** Dependencies of the gateway, provided by `app.ts`. */
export interface GatewayPorts extends StationAdmission {
  /** Records a rejected handshake; returns immediately. */
  rejected(handshake: RejectedHandshake): void
  /**
   * Decides and stores; resolves after the commit. Throws an error named `StorageAway` if that takes too
   * long.
   */
  run<Answer>(work: Work<Answer>): Promise<Answer>
  storage: {
    readonly unavailableSince: Date | null
    /** Registers a listener for the ids of new collected entries of the log, by series. */
    onRepeatedEntries(listener: (entries: ReadonlyMap<string, number>) => void): () => void
    /** Registers a listener for the ids of new heartbeat entries of the log, by station. */
    onHeartbeats(listener: (beats: ReadonlyMap<string, number>) => void): () => void
  }
  addLogVolumes(volumes: readonly LogVolume[]): Promise<readonly LogVolumeState[]>
  /** Handlers of calls by version of the protocol. */
  handlers: { readonly '1.6': StationHandlers16 }
  /** Returns true if a station may send more than BootNotification. */
  mayExchangeMessages(station: StationKnowledge): boolean
  /** Also null if the connection with this epoch is no longer the station's current one (G12). */
  nextCommand(stationId: string, epoch: number): Promise<QueuedCommand | null>
  commandAnswered(commandId: string, outcome: CommandOutcome): Promise<void>
  /** Returns an answer without secrets for the log; the same object if it contains none. */
  maskResponse(action: string, payload: unknown): unknown
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
  /** Sockets that are admitted per second, and the longest wait of one. */
  admissionsPerSecond: 400,
  admissionBurst: 500,
  admissionWaitMs: 4_000,
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
  /** True if `addressOf` reads X-Forwarded-For. */
  trustsProxy: false,
}

export type GatewayOptions = typeof defaultOptions
