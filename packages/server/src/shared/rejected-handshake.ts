import type { ConnectionAttemptReason } from '@stationmaster/contract'

/** A handshake of a station that was rejected, as it is recorded: never with the key. */
export interface RejectedHandshake {
  at: Date
  /** Code in the address; null on the short address and where the address cannot be read. */
  accountCode: string | null
  /** Empty where the address has none. */
  identity: string
  /** IP address of the caller. */
  address: string
  /** User name of the Basic credentials. */
  username: string | null
  /** Without the query. */
  path: string
  reason: ConnectionAttemptReason
  /** The station that the request meant; null where that is not certain. */
  stationId: string | null
  /** Null where it has to be found by the code. */
  accountId: string | null
}
