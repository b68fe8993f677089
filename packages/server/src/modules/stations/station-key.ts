import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Crockford's base 32: digits and letters without i, l, o and u. Every form, shell and keypad accepts them. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The security whitepaper (A00.FR.205) allows keys of 16 to 20 bytes. */
const keyLength = 20

/**
 * Returns a random key for a station's Basic authentication: 20 characters, 100 bits. It is shown once and
 * stored as a hash.
 */
export function makeStationKey(): string {
  return Array.from(randomBytes(keyLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Returns the bytes of a key as hexadecimal digits, the form of ChangeConfiguration AuthorizationKey (1.6-J, 6.2.2). */
export const stationKeyHex = (key: string): string => Buffer.from(key).toString('hex')

/**
 * Returns the hash under which a station's key is stored. Keys are random, so a fast hash is enough; the
 * station's id is part of it, so that equal keys have different hashes. Stations may use any bytes, not only
 * text.
 */
export function hashStationKey(stationId: string, key: Uint8Array | string): Buffer {
  return createHmac('sha256', `station key ${stationId}`).update(key).digest()
}

/** Compares a key with its hash in constant time. */
export function isStationKey(hash: Uint8Array, stationId: string, key: Uint8Array): boolean {
  const given = hashStationKey(stationId, key)
  return given.length === hash.length && timingSafeEqual(given, hash)
}
