import type { Credentials, SecurityProfile } from '../../shared/admission.ts'

/** A station that may be the one that connects. */
export interface CandidateStation {
  id: string
  accountId: string
  identity: string
  state: string
  authMode: 'key' | 'open'
  openUntil: Date | null
  mayOmitSubprotocol: boolean
  /** Lowest security profile with which it may connect. */
  securityProfile: SecurityProfile
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
  /** Station to which this server has issued the certificate of the request, unless it was revoked; else null. */
  issuedTo: string | null
}

/** Parts of a request by which its stations are looked up. */
export type PlaceOfRequest = Pick<Credentials, 'accountCode' | 'identity' | 'certificate'>
