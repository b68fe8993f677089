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
