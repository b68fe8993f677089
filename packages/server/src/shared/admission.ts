import type { EvseKnowledge, StationKnowledge } from './station-connection.ts'

/** Credentials of a station in its connection request. */
export interface Credentials {
  /** Code of the account in the address; null for the short address. */
  accountCode: string | null
  identity: string
  /** User and key of the Authorization header, the key as bytes; null if absent. */
  basic: { user: string; key: Buffer } | null
  /** True if the connection is encrypted by this server or a trusted proxy. */
  isEncrypted: boolean
  /** Client certificate of the TLS handshake; null if none was sent. */
  certificate: ClientCertificate | null
}

/** Beginning of the common name of the authorities that this server creates. */
export const authorityName = 'Stationmaster station authority'

/** Client certificate of a station whose chain OpenSSL has verified. */
export interface ClientCertificate {
  /** Null if the subject has none, or several. */
  commonName: string | null
  /** SHA-256 of the certificate, as hexadecimal digits. */
  fingerprint: string
  /** True if the name of its issuer is that of an authority of this server: then it must be one that is stored. */
  isOwn: boolean
  /** Reason for which the chain is not valid; null if it is. */
  problem: 'expired' | 'untrusted' | null
}

/**
 * Security profile of a connection (security whitepaper, 2.3 to 2.5): 0 no key, 1 key, 2 TLS and key, 3 TLS and
 * client certificate.
 */
export type SecurityProfile = 0 | 1 | 2 | 3

export interface Admitted {
  stationId: string
  accountId: string
  identity: string
  /** True if this station may connect without naming a subprotocol. */
  mayOmitSubprotocol: boolean
  /** Id of the key that proved the station, or null. */
  keyId: string | null
  /** True if that key was used for the first time. */
  isKeyFresh: boolean
  /** SHA-256 of the client certificate of this server that proved the station, or null. */
  usedCertificate: string | null
  securityProfile: SecurityProfile
  /** Moment until which a station that sent no key may stay connected. */
  openUntil?: Date
}

/**
 * Reason for which a station's credentials are rejected. For the server's own records: on the wire all but
 * `disabled` get the same answer.
 * - `unknown`: no station of the account (for the short address: of any account) has this identity.
 * - `wrong_key`: the station exists, but the key is not one of its valid keys.
 * - `wrong_user`: the key is correct, the user name is not the identity.
 * - `no_credentials`: the station needs a key and the request has no readable Authorization header.
 * - `wrong_account`: no account has the code of the address.
 * - `ambiguous`: short address, several stations have this identity, and no key or certificate proves which one is meant.
 * - `disabled`: the credentials are correct, the station is disabled.
 * - `open_access_expired`: no key was sent, and the period in which the station needed none is over.
 * - `expired_certificate`, `untrusted_certificate`: no key was sent, and the chain of the client certificate is
 *   not valid.
 * - `other_certificate`: no key was sent, and the client certificate is valid but not that of the station.
 * - `lower_profile`: the credentials are correct, but the station has connected with a higher security profile.
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
  | 'expired_certificate'
  | 'untrusted_certificate'
  | 'other_certificate'
  | 'lower_profile'

/** Rejection and its station: ids may only be shown to users of `accountId` and to administrators. */
export interface RefusedAdmission {
  refused: AdmissionRefusal
  /** Station that the request meant; null if that is not certain. */
  stationId: string | null
  /** Account of that station, or else of the code in the address; null if neither is known. */
  accountId: string | null
}

export type Admission = Admitted | RefusedAdmission

/** Accepted connection of a station. */
export interface AdmittedConnection
  extends Pick<
    Admitted,
    'stationId' | 'identity' | 'keyId' | 'isKeyFresh' | 'usedCertificate' | 'securityProfile'
  > {
  address: string
  protocol: string
}

export interface Registration {
  /** Higher than the epoch of any earlier connection of the station, in all processes. */
  epoch: number
  station: StationKnowledge
  hasCommands: boolean
  /** True if a Reset was sent after the newest boot: the next boot is requested. */
  isBootRequested: boolean
}

/** Properties of a station that users may change while its connection is open. */
export type StationChanges = Pick<
  StationKnowledge,
  | 'id'
  | 'policy'
  | 'approval'
  | 'heartbeatSeconds'
  | 'askOnBoot'
  | 'timeZone'
  | 'place'
  | 'state'
  | 'identity'
> & {
  /** True if the station is out of service, in any state. */
  isOff: boolean
  epoch: number
  /** SHA-256 of the certificates of this server with which the station may connect. */
  certificates: string[] | null
  evses: (Pick<EvseKnowledge, 'maxPowerW' | 'state' | 'isTaken'> & { no: number })[] | null
  /** Numbers of the running transactions: users may resolve some by hand. */
  running: number[] | null
}

/** Authentication and registration of connections. */
export interface StationAdmission {
  admit(credentials: Credentials, now: Date): Promise<Admission>
  /** As `admit`, based on data read within the last seconds. Null if too many wait and nothing was read. */
  precheck(credentials: Credentials, now: Date): Promise<Admission | null>
  /** Null if the station no longer exists, or its credentials have become invalid since they were checked. */
  register(connection: AdmittedConnection): Promise<Registration | null>
  /** Null if the station no longer exists. */
  changes(stationId: string): Promise<StationChanges | null>
}
