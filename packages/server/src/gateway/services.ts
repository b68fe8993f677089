import type { StationAdmission } from '../shared/admission.ts'
import type { LogVolume, LogVolumeState } from '../shared/log-volume.ts'
import type { RejectedHandshake } from '../shared/rejected-handshake.ts'
import type { Work, WrittenEntries } from '../shared/facts.ts'
import type { CommandOutcome, NextCommand } from '../shared/station-command.ts'
import type { StationHandlers16, StationKnowledge } from '../shared/station-connection.ts'

/** Functions of the modules and of the storage that the gateway requires, provided by `open-gateway.ts`. */
export interface GatewayServices extends StationAdmission {
  /** Records a rejected handshake; returns immediately. */
  rejected(handshake: RejectedHandshake): void
  /**
   * Decides and stores; resolves after the commit. Throws an error named `StorageAway` if that takes too
   * long, and one named `ConnectionReplaced` if the station has a newer connection.
   */
  run<Answer>(work: Work<Answer>): Promise<Answer>
  storage: {
    readonly unavailableSince: Date | null
    /** Registers a listener for new entries of the log that count repetitions. */
    onRepeatedEntries(listener: (entries: WrittenEntries) => void): () => void
  }
  addLogVolumes(volumes: readonly LogVolume[]): Promise<readonly LogVolumeState[]>
  /** Handlers of calls by version of the protocol. */
  handlers: { readonly '1.6': StationHandlers16 }
  /** Returns true if a station may send more than BootNotification. */
  mayExchangeMessages(station: StationKnowledge): boolean
  /** Also null if the connection with this epoch is no longer the station's current one (G12). */
  nextCommand(stationId: string, epoch: number): Promise<NextCommand | null>
  /** `ms`: time from sending the command to its answer; null without one. */
  commandAnswered(commandId: string, outcome: CommandOutcome, ms: number | null): Promise<void>
  /** Returns an answer without secrets for the log; the same object if it contains none. */
  maskResponse(action: string, payload: unknown): unknown
}
