import type { Admission, Credentials } from '../shared/admission.ts'
import type { RejectedHandshake } from '../shared/rejected-handshake.ts'
import type { Work } from '../shared/facts.ts'
import type { StationHandlers16, StationKnowledge } from '../shared/station-connection.ts'

export interface Registration {
  /** Higher than that of any earlier socket of the station, in all processes. */
  epoch: number
  station: StationKnowledge
  hasCommands: boolean
  /** A Reset was sent after its newest boot: the next boot is requested. */
  isBootRequested: boolean
}

/** A command on its way down. It is marked as sent, and committed, before the gateway gets it. */
export interface QueuedCommand {
  id: string
  action: string
  payload: unknown
  /** The same without secrets: what the log shows. */
  shown: unknown
  /** How long the station may take; the gateway's default where nothing is given. */
  timeoutMs?: number
}

/** What became of a command that was sent. */
export type CommandOutcome =
  | { kind: 'result'; payload: unknown; rawText: string; ms: number }
  | { kind: 'error'; code: string; description: string; details: unknown; ms: number }
  | { kind: 'unreadable'; rawText: string; ms: number }
  | { kind: 'timeout' }
  /** The connection ended after the command was sent: the station may have carried it out. */
  | { kind: 'gone'; why: string }
  /** The connection ended before all of the command was sent. */
  | { kind: 'unsent'; why: string }
  | { kind: 'late'; answer: Extract<CommandOutcome, { kind: 'result' | 'error' }> }

/** What people may change of a station while its socket is open. */
export type StationChanges = Pick<
  StationKnowledge,
  'policy' | 'approval' | 'heartbeatSeconds' | 'askOnBoot' | 'timeZone' | 'state' | 'identity'
> & {
  /** Taken out of service, by whatever state. */
  isOff: boolean
  epoch: number
  connectors: { no: number; maxPowerW: number | null; state: string; isTaken?: boolean }[] | null
  /** Numbers of the transactions that run now: people settle some by hand. */
  running: number[] | null
}

/** Bytes of the OCPP log that the stations of an account wrote on a day (UTC, `2026-12-31`) since the last report. */
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

/** What the gateway needs from the rest of the house; `app.ts` hands it over. */
export interface GatewayPorts {
  admit(credentials: Credentials, now: Date): Promise<Admission>
  /** As `admit`, by what was read within the last seconds. Null: too many wait, nothing was read. */
  precheck(credentials: Credentials, now: Date): Promise<Admission | null>
  /** Records a rejected handshake; returns at once. */
  rejected(handshake: RejectedHandshake): void
  register(connection: {
    stationId: string
    address: string
    protocol: string
    freshKeyId: string | null
  }): Promise<Registration | null>
  /** Null: the station is gone. */
  changes(stationId: string): Promise<StationChanges | null>
  /** Decides and stores; answers after the commit. Throws an error named `StorageAway` when that takes too long. */
  run<Answer>(work: Work<Answer>): Promise<Answer>
  storage: {
    readonly unavailableSince: Date | null
    /** Ids of new heartbeat entries of the log, by station. */
    /** Ids of new gathered entries of the log, by series. */
    onRepeatedEntries(listener: (entries: ReadonlyMap<string, number>) => void): () => void
    onHeartbeats(listener: (beats: ReadonlyMap<string, number>) => void): () => void
  }
  addLogVolumes(volumes: readonly LogVolume[]): Promise<readonly LogVolumeState[]>
  handlers: StationHandlers16
  /** Whether a station may say more than BootNotification. */
  mayTalk(station: StationKnowledge): boolean
  /** Null too when the connection with this epoch is no longer the station's current one (G12). */
  nextCommand(stationId: string, epoch: number): Promise<QueuedCommand | null>
  commandAnswered(commandId: string, outcome: CommandOutcome): Promise<void>
  /** An answer as the log may show it: without secrets; the same object where it holds none. */
  maskResponse(action: string, payload: unknown): unknown
}
