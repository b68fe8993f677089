/** What a station presents in the request for its connection. */
export interface Credentials {
  /** The account's code in the address; null on the short address. */
  accountCode: string | null
  identity: string
  /** User and key of the Authorization header, the key as bytes; null where there is none. */
  basic: { user: string; key: Buffer } | null
}

export interface Admitted {
  stationId: string
  accountId: string
  identity: string
  /** This station may connect without naming a subprotocol. */
  mayOmitSubprotocol: boolean
  /** Signed in with a key that was never used before. */
  freshKeyId: string | null
}

/**
 * Why a station's credentials are refused. For the server's own records: on the wire all but `disabled` are one and
 * the same answer.
 * - `unknown`: no station of the account (on the short address: of any account) has this identity.
 * - `wrong_key`: the station exists and the key is none of its valid keys.
 * - `wrong_user`: the key is right, the user name is not the identity.
 * - `no_credentials`: the station needs a key and the request has no readable Authorization header.
 * - `wrong_account`: no account has the code of the address.
 * - `ambiguous`: the short address, several stations have this identity, and no key proves which one is meant.
 * - `disabled`: the credentials are right, the station is disabled.
 * - `open_access_expired`: no key was sent, and the time in which the station needed none is over.
 */
export type AdmissionRefusal =
  | 'unknown'
  | 'wrong_key'
  | 'wrong_user'
  | 'no_credentials'
  | 'wrong_account'
  | 'ambiguous'
  | 'disabled'
  | 'open_access_expired'

/** A refusal and whom it concerns: ids may be shown to users of `accountId` alone, and to administrators. */
export interface RefusedAdmission {
  refused: AdmissionRefusal
  /** The station that the request meant; null where that is not certain. */
  stationId: string | null
  /** The account of that station, or else of the code in the address; null where neither is known. */
  accountId: string | null
}

export type Admission = Admitted | RefusedAdmission
