/** Where a station knocked. */
export interface StationAddress {
  accountCode: string | null
  identity: string
  /** How the address departs from `/ocpp/<account>/<identity>`, for the console; empty when it does not. */
  oddities: readonly string[]
}

const prefix = '/ocpp'
const longestIdentity = 48

/** Whether a request path is the stations' business at all. */
export const isStationPath = (url: string): boolean => /^\/ocpp(?:[/?]|$)/.test(url)

const problem = (path: string, what: string) => ({
  problem: `${what}. The address arrived as "${path}"; it should read /ocpp/<account>/<identity>.`,
})

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // a stray percent sign: no identity was meant by it
    return null
  }
}

/**
 * Reads the address a station connects to (OCPP-J 1.6, 3.1.1). Its last segment is the identity, percent-decoded
 * once. A slash at the end and an identity that was added twice are understood and noted: some stations add
 * their identity to an address that has it already.
 */
export function readStationAddress(url: string): StationAddress | { problem: string } {
  const path = url.split('?', 1)[0]!.slice(0, 300)
  const segments = path.slice(prefix.length).split('/').slice(1)
  const oddities: string[] = []
  while (segments.length > 1 && segments.at(-1) === '') {
    segments.pop()
    if (oddities.length === 0) oddities.push('trailing-slash')
  }
  const identity = decode(segments.at(-1) ?? '')
  if (identity === null) return problem(path, 'The identity is not percent-encoded correctly')
  if (identity === '') return problem(path, 'The address names no station')
  if (identity.length > longestIdentity)
    return problem(path, `An identity has at most ${longestIdentity} characters`)
  if (/[\p{Cc}/\ufffd]/u.test(identity))
    return problem(path, 'An identity has no slash and no control characters')
  const before = segments.slice(0, -1).map(decode)
  if (before.at(-1) === identity) {
    before.pop()
    oddities.push('identity-twice')
  }
  const [account, ...more] = before
  if (more.length > 0 || account === '' || before.includes(null))
    return problem(path, 'The address has parts that nobody knows')
  return { accountCode: account ?? null, identity, oddities }
}
