export type { Admission, AdmissionRefusal, Credentials } from '../../shared/admission.ts'
import type { StationKnowledge } from '../../shared/station-connection.ts'

/** A station that may be the one that connects. */
export interface CandidateStation {
  id: string
  accountId: string
  identity: string
  state: string
  authMode: 'key' | 'open'
  openUntil: Date | null
  mayOmitSubprotocol: boolean
  keys: { id: string; hash: Buffer; isUsed: boolean }[]
}

/** The stored data for the place that a request names. */
export interface CandidatePlace {
  /** The account with the code in the address; null without a code or if no account has it. */
  accountId: string | null
  /**
   * Stations with the identity that are not deleted: of that account, or of all accounts if `accountId` is
   * null; then a limited number of them, the oldest first.
   */
  candidates: CandidateStation[]
}

export interface Connection {
  stationId: string
  address: string
  protocol: string
  freshKeyId: string | null
}

export interface Registration {
  epoch: number
  station: StationKnowledge
  /** True if commands are queued. */
  hasCommands: boolean
  /** True if a Reset was sent after the last boot: the next boot is expected. */
  isBootRequested: boolean
}
