import { createHash, randomBytes } from 'node:crypto'

/** Path of the addresses, below the origin of the server. */
const path = '/api/v1/station-upload/'
/** Base64url without padding, of 24 random bytes. */
const secretLength = 32

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Returns a new address for one upload. It ends in a slash, because a location is a folder (OCPP 1.6, 6.21):
 * stations append a name, with or without another slash, or send to the address as it is.
 */
export const newUploadAddress = (origin: string): string =>
  `${origin}${path}${randomBytes(24).toString('base64url')}/`

/** Returns the hash of the secret in an address of this server; null for any other address. */
export function secretHashIn(origin: string, location: string): Buffer | null {
  const prefix = origin + path
  return location.startsWith(prefix)
    ? (readUploadPath(location.slice(prefix.length))?.secretHash ?? null)
    : null
}

export interface UploadPath {
  secretHash: Buffer
  /** Name that the station has appended; null without one. */
  name: string | null
}

/** Reads what follows the path of the addresses in a request; null if it cannot be one. */
export function readUploadPath(rest: string): UploadPath | null {
  const text = rest.replace(/^\/+/, '')
  const secret = text.slice(0, secretLength)
  if (!/^[\w-]{32}$/.test(secret)) return null
  return { secretHash: hashOf(secret), name: fileNameOf(text.slice(secretLength)) }
}

const maxNameLength = 100

/**
 * Returns a name of a file without folders and without characters that a file system or a screen could
 * misread; null if nothing remains.
 */
export function fileNameOf(text: string): string | null {
  const last = text.split(/[/\\]/).at(-1)!
  const name = last
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._()+-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, maxNameLength)
    .trim()
  return /[\p{L}\p{N}]/u.test(name) ? name : null
}
