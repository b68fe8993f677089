import type { StationKnowledge } from '../../shared/station-session.ts'

/** A station that may be the one that knocks. */
export interface CandidateStation {
  id: string
  accountId: string
  accountCode: string
  identity: string
  state: string
  authMode: 'key' | 'open'
  openUntil: Date | null
  mayOmitSubprotocol: boolean
  keys: { id: string; hash: Buffer; isUsed: boolean }[]
}

export interface Credentials {
  /** The code in the address; null on the short address. */
  accountCode: string | null
  identity: string
  /** User and key of the Authorization header; null where there is none. */
  basic: { user: string; key: Buffer } | null
}

export interface Admitted {
  stationId: string
  accountId: string
  identity: string
  mayOmitSubprotocol: boolean
  /** Signed in with a key that was never used before. */
  freshKeyId: string | null
}

/** `unknown` and a wrong key are told apart by nobody outside. */
export type Admission = Admitted | { refused: 'credentials' | 'disabled' }

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
}
