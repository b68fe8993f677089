import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionAttemptReason } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { protocol16 } from '@stationmaster/ocpp/v16'
import type { AdmissionRefusal, RefusedAdmission } from '../shared/admission.ts'

const longestIdentity = 48
const longestPath = 300

/** Supported versions of OCPP, the preferred one first. */
export const protocols: readonly Protocol[] = [protocol16]

/** Address to which a station connects. */
export interface StationAddress {
  accountCode: string | null
  identity: string
  /** Departures of the address from `/ocpp/<account>/<identity>`, for the console; empty if there are none. */
  oddities: readonly string[]
}

/** Address that names no station, with the parts that could be read. */
export interface UnreadableAddress {
  problem: string
  accountCode: string | null
  /** Segment that equals the user name, else the last one; empty if there is none. */
  identity: string
  /**
   * Path for the list of connection attempts: segments other than the identity are masked because one may be
   * a key.
   */
  shownPath: string
}

/** Returns true if a request path belongs to stations, in any case and with any number of leading slashes. */
export const isStationPath = (url: string): boolean => /^\/+ocpp(?:[/?]|$)/i.test(url)

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // a stray percent sign: the segment is not an identity
    return null
  }
}

/**
 * Reads the address to which a station connects (OCPP-J 1.6, 3.1.1). Its last segment is the identity,
 * percent-decoded once. Clients join a printed URL and the identity in several ways: repeated slashes,
 * `/OCPP/` in another case and an identity that was appended again, with or without a slash, are accepted and
 * recorded.
 * @param user user name of the Basic credentials. It has to equal the identity, so if the last segment only ends
 *   with it, the two were joined without a slash.
 */
export function readStationAddress(
  url: string,
  user: string | null = null,
): StationAddress | UnreadableAddress {
  const path = url.split('?', 1)[0]!.slice(0, longestPath)
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/')
  const segments = rest.filter((segment) => segment !== '')
  const decoded = segments.map(decode)
  const unreadable = (what: string): UnreadableAddress => {
    const named = user && decoded.includes(user) ? user : (decoded.at(-1) ?? '')
    const shown = decoded.map((segment) => (segment === named ? named : '…'))
    return {
      problem: `${what}. The address arrived as "${path}"; it should read /ocpp/<account>/<identity>.`,
      accountCode: segments.length > 1 ? (decoded[0] ?? null) : null,
      identity: named.slice(0, longestIdentity),
      shownPath: ['', first, ...shown].join('/'),
    }
  }
  if (first.toLowerCase() !== 'ocpp') return unreadable('The address does not begin with /ocpp/')
  const last = decoded.at(-1)
  if (last === undefined) return unreadable('The address names no station')
  if (last === null) return unreadable('The identity is not percent-encoded correctly')
  const { before, identity, isRepeated, lacksSlash } = splitIdentity(decoded.slice(0, -1), last, user)
  if (identity.length > longestIdentity)
    return unreadable(`An identity has at most ${longestIdentity} characters`)
  if (/[\p{Cc}/\ufffd]/u.test(identity))
    return unreadable('An identity has no slash and no control characters')
  const [account = null] = before
  if (before.length > 1 || before.includes(null))
    return unreadable('The address has more parts than an account and an identity')
  const oddities = [
    ...(first === 'ocpp' ? [] : ['path-case']),
    ...(/\/\/+[^/]/.test(path) ? ['double-slash'] : []),
    ...(path.endsWith('/') ? ['trailing-slash'] : []),
    ...(isRepeated ? ['identity-twice'] : []),
    ...(lacksSlash ? ['missing-slash'] : []),
  ]
  return { accountCode: account, identity, oddities }
}

/** Separates the identity, which may have been appended again, from the segments before it. */
function splitIdentity(segments: (string | null)[], last: string, user: string | null) {
  const before = [...segments]
  let identity = last
  let isRepeated = false
  let lacksSlash = false
  if (user && last !== user && last.endsWith(user)) {
    const rest = last.slice(0, -user.length)
    if (rest === user) isRepeated = true
    else if (before.length === 0) {
      before.push(rest)
      lacksSlash = true
    }
    if (isRepeated || lacksSlash) identity = user
  }
  while (before.at(-1) === identity) {
    before.pop()
    isRepeated = true
  }
  return { before, identity, isRepeated, lacksSlash }
}

/**
 * Reads user and key of a Basic Authorization header. The key of the security whitepaper (A00.FR.204 and 205)
 * may be any bytes, so it is not decoded as text.
 * @param identity the expected user: identities may contain a colon, which otherwise ends the user
 */
export function readBasicCredentials(
  header: string | undefined,
  identity: string,
): { user: string; key: Buffer } | null {
  const encoded = /^\s*basic\s+([a-z0-9+/=_-]+)\s*$/i.exec(header ?? '')?.[1]
  if (!encoded) return null
  const bytes = Buffer.from(encoded, 'base64')
  const expected = Buffer.from(`${identity}:`)
  if (bytes.subarray(0, expected.length).equals(expected))
    return { user: identity, key: bytes.subarray(expected.length) }
  const colon = bytes.indexOf(0x3a)
  if (colon < 0) return null
  return { user: bytes.toString('utf8', 0, colon), key: bytes.subarray(colon + 1) }
}

/** Returns the address and the credentials of a request. */
export function readRequest({ url = '', headers: { authorization } }: IncomingMessage) {
  const place = readStationAddress(url, readBasicCredentials(authorization, '')?.user)
  return { place, basic: readBasicCredentials(authorization, place.identity) }
}

/** Returns the version that both sides support, and its name as spelled by the station; null if there is none. */
export function chooseProtocol(
  offered: Iterable<string>,
): { protocol: Protocol; subprotocol: string } | null {
  const names = [...offered]
  for (const protocol of protocols) {
    const subprotocol = names.find((name) => name.toLowerCase() === protocol.subprotocol)
    if (subprotocol !== undefined) return { protocol, subprotocol }
  }
  return null
}

/** Returns the subprotocols that a request offers, without empty and repeated names. */
export function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? ''
  const names = header.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Returns true if a request offers any version of OCPP. */
export const offersOcpp = (request: IncomingMessage): boolean =>
  offeredSubprotocols(request).some((name) => /^ocpp/i.test(name))

/**
 * Rewrites the offer of subprotocols without empty and repeated names. RFC 6455 (4.1, point 10) allows
 * neither and the WebSocket library rejects both, but firmware in the field sends them, and their meaning is
 * clear.
 */
export function normalizeSubprotocols(request: IncomingMessage): void {
  const { headers } = request
  if (headers['sec-websocket-protocol'] === undefined) return
  const names = offeredSubprotocols(request)
  if (names.length === 0) delete headers['sec-websocket-protocol']
  else headers['sec-websocket-protocol'] = names.join(', ')
}

/** HTTP response that rejects a handshake. */
export interface UpgradeRejection {
  status: 400 | 401 | 403 | 404 | 429 | 431 | 503
  words: string
  headers?: Record<string, string>
}

const reasonPhrases: Record<UpgradeRejection['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/**
 * Returns a Retry-After header with a random delay added, so that rejected stations do not reconnect at the
 * same time.
 */
export const retryAfter = (seconds: number): Record<string, string> => ({
  'Retry-After': String(Math.ceil(seconds) + randomInt(0, 5)),
})

/** Rejects a handshake with an HTTP response and closes the socket. */
export function rejectUpgrade(socket: Duplex, { status, words, headers = {} }: UpgradeRejection): void {
  if (socket.destroyed) return
  const body = `${words}\n`
  const all: Record<string, string> = {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${reasonPhrases[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Rejection, and what is recorded of it: nothing if the server is the cause. */
export interface Rejected extends UpgradeRejection {
  reason: ConnectionAttemptReason | null
  stationId?: string | null
  accountId?: string | null
}

const unauthenticated: UpgradeRejection = {
  // An unknown identity and a wrong key get the same answer, so that identities cannot be enumerated (P16,
  // H4).
  status: 401,
  words: 'Unknown identity or wrong key.',
  headers: { 'WWW-Authenticate': 'Basic realm="stations", charset="UTF-8"' },
}

const reasonOf: Record<AdmissionRefusal, ConnectionAttemptReason> = {
  unknown: 'unknown_identity',
  wrong_key: 'wrong_key',
  wrong_user: 'wrong_user_name',
  no_credentials: 'no_credentials',
  wrong_account: 'wrong_account',
  ambiguous: 'ambiguous_identity',
  disabled: 'disabled',
  open_access_expired: 'open_access_expired',
  expired_certificate: 'expired_certificate',
  untrusted_certificate: 'untrusted_certificate',
  other_certificate: 'other_certificate',
  lower_profile: 'lower_security_profile',
}

/** Answers to correct credentials that are refused for another reason. */
const provenAnswers: Partial<Record<AdmissionRefusal, UpgradeRejection>> = {
  disabled: { status: 403, words: 'This station is disabled.' },
  lower_profile: { status: 403, words: 'This station must use a higher security profile.' },
}

/** Returns true if the credentials of the refused station are correct. */
export const isProven = (refused: AdmissionRefusal): boolean => provenAnswers[refused] !== undefined

/** Returns the answer for rejected credentials: the same for all but correct ones. */
export const refusalOf = ({ refused, stationId, accountId }: RefusedAdmission): Rejected => ({
  ...(provenAnswers[refused] ?? unauthenticated),
  reason: reasonOf[refused],
  stationId,
  accountId,
})
