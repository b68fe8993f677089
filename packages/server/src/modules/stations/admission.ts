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

/** What the database knows of the place that a request names. */
export interface CandidatePlace {
  /** The account of the code in the address; null without a code, and where no account has it. */
  accountId: string | null
  /**
   * Stations that are not deleted and have the identity: in that account, or in all accounts where `accountId` is
   * null; then a bounded number of them, the oldest first.
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
  /** Commands wait for it. */
  hasCommands: boolean
  /** A Reset was sent after its newest boot: the next boot is requested. */
  isBootRequested: boolean
}
