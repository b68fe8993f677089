import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

// 85 signs: twenty of them make 128 bits. Without quotes, slashes, percent and blanks, which forms and shells change.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!*+=@^,;:$()[]{}|#?'

/** The security whitepaper (A00.FR.205) lets a key have 16 to 20 bytes. */
const keyLength = 20

/** A fresh key for a station's Basic authentication: 20 characters, 128 bits. Shown once, stored as its hash. */
export function makeStationKey(): string {
  return Array.from({ length: keyLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * How a station's key is stored. Keys are random, so a fast hash is enough; it is keyed with the station, so that
 * equal keys do not show. Stations may use any bytes, not only text.
 */
export function hashStationKey(stationId: string, key: Uint8Array | string): Buffer {
  return createHmac('sha256', `station key ${stationId}`).update(key).digest()
}

/** Compares in constant time. */
export function isStationKey(hash: Uint8Array, stationId: string, key: Uint8Array): boolean {
  const given = hashStationKey(stationId, key)
  return given.length === hash.length && timingSafeEqual(given, hash)
}
