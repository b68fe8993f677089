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

/** Functions of the modules and of the storage that the gateway requires, provided by `open-gateway.ts`. */
export interface GatewayServices extends StationAdmission {
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
