import { Type } from 'typebox'
import { sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, Count, Id, Instant, Int, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'Stations'

/**
 * Reasons why the WebSocket handshake of a station was rejected.
 *
 * - `wrong_key`: the station exists, the key is not one of its keys
 * - `no_credentials`: no Basic Authorization header, and the station requires a key
 * - `wrong_user_name`: the key is right, the user name of the Basic credentials is not the identity
 * - `unknown_identity`: no station of the account has this identity
 * - `wrong_account`: the account code in the address is not that of the station, or no account has it
 * - `ambiguous_identity`: the short address `/ocpp/<identity>`, and several accounts have a station of this
 * identity
 * - `disabled`: the station is disabled or in another state that takes it out of service
 * - `rate_limited`: too many failed handshakes before this one, or too many connections from the address
 * - `no_common_subprotocol`: the credentials were right, but the station offered no supported version of OCPP
 * - `malformed_address`: the path is not `/ocpp/<account>/<identity>`
 * - `malformed_request`: the request is not a valid WebSocket handshake
 * - `open_access_expired`: no credentials, and the time without a key is over
 * - `expired_certificate`, `untrusted_certificate`: no key, and the client certificate has expired or is of an unknown authority
 * - `other_certificate`: no key, and the client certificate is not that of the station, or revoked
 * - `lower_security_profile`: the credentials were right, but the station has connected with a higher security profile before
 */
export const connectionAttemptReasons = [
  'wrong_key',
  'no_credentials',
  'wrong_user_name',
  'unknown_identity',
  'wrong_account',
  'ambiguous_identity',
  'disabled',
  'rate_limited',
  'no_common_subprotocol',
  'malformed_address',
  'malformed_request',
  'open_access_expired',
  'expired_certificate',
  'untrusted_certificate',
  'other_certificate',
  'lower_security_profile',
] as const
export type ConnectionAttemptReason = (typeof connectionAttemptReasons)[number]

/**
 * Rejected handshakes of one identity from one address for one reason. A new row is added if one of these
 * three (or the station) differs; otherwise the count grows. Refetch on the hints
 * `connection_attempt.changed` and `station.changed` (a connection resolves the station's attempts).
 */
export const ConnectionAttemptRow = Type.Object({
  id: Id,
  /** Null if no account with the code in the address exists; only administrators see those. */
  accountid: Nullable(Id),
  accountcode: Nullable(Text),
  /** Station with this identity, even if added after the attempt; null if there is none. */
  stationid: Nullable(Id),
  /** As sent, at most 48 characters; empty if the address has none. */
  identity: Text,
  /** IP address of the caller. */
  address: Text,
  /** User name of the last attempt's Basic credentials, at most 64 characters; null if none was sent. */
  username: Nullable(Text),
  /** Path of the last attempt without its query, at most 200 characters. */
  path: Text,
  reason: Words(connectionAttemptReasons),
  /** Number of attempts from `first` to `last`. */
  count: Int,
  first: Instant,
  last: Instant,
  /** True if the station has connected since `last`: the problem is solved. */
  resolved: Bool,
})

export const connectionAttemptList = endpoint({
  path: '/connection_attempt/list',
  subject,
  summary: 'Rejected handshakes of stations, the newest first; filter by `stationid` for one station',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  csv: true,
  body: ListQuery,
  answer: Type.Array(ConnectionAttemptRow),
})

export const connectionAttemptCount = endpoint({
  path: '/connection_attempt/count',
  subject,
  summary: 'How many rows of rejected handshakes match',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  body: ListQuery,
  answer: Count,
})
