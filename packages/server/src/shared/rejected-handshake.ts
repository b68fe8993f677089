import type { ConnectionAttemptReason } from '@stationmaster/contract'

/** Rejected handshake of a station, as recorded: never with the key. */
export interface RejectedHandshake {
  at: Date
  /** Code in the address; null for the short address or an unreadable one. */
  accountCode: string | null
  /** Empty if the address has none. */
  identity: string
  /** IP address of the caller. */
  address: string
  /** User name of the Basic credentials. */
  username: string | null
  /** Path without the query. */
  path: string
  reason: ConnectionAttemptReason
  /** Station that the request meant; null if that is not certain. */
  stationId: string | null
  /** Null if it has to be looked up by the code. */
  accountId: string | null
}
