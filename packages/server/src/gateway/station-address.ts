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

const longestIdentity = 48
const longestPath = 300

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
