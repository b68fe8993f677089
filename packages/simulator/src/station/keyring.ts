import type { Credentials } from './socket.ts'

/** Returns a key as bytes: text as UTF-8. */
export const keyBytes = (key: string | Uint8Array): Uint8Array =>
  typeof key === 'string' ? Buffer.from(key, 'utf8') : key

/**
 * Returns the bytes of an AuthorizationKey: 32 to 40 hexadecimal digits are decoded (SW A01), other text is
 * UTF-8.
 */
export const keyFromConfiguration = (value: string): Uint8Array =>
  /^(?:[0-9a-f]{2}){16,20}$/i.test(value) ? Buffer.from(value, 'hex') : keyBytes(value)

/** The key of a station, and the previous one until the new one has been accepted. */
export class Keyring {
  private readonly username: string
  private current: Uint8Array | null
  private previous: Uint8Array | null = null
  private triesPrevious = false

  constructor(username: string, key: Uint8Array | null) {
    this.username = username
    this.current = key
  }

  /** Returns the credentials for the next handshake. */
  credentials(): Credentials {
    return { username: this.username, key: this.triesPrevious ? this.previous : this.current }
  }

  /** Sets a new key; the old one is retained in case the server does not know the new one (SW A01). */
  change(key: Uint8Array): void {
    this.previous = this.current
    this.current = key
    this.triesPrevious = false
  }

  refused(): void {
    if (this.previous) this.triesPrevious = !this.triesPrevious
  }

  accepted(): void {
    if (this.triesPrevious) this.current = this.previous
    this.previous = null
    this.triesPrevious = false
  }
}
