import type { Credentials } from './socket.ts'

/** A key as bytes: text as UTF-8. */
export const keyBytes = (key: string | Uint8Array): Uint8Array =>
  typeof key === 'string' ? Buffer.from(key, 'utf8') : key

/** The bytes of an AuthorizationKey: 32 to 40 hexadecimal digits stand for bytes (SW A01), other text for itself. */
export const keyFromConfiguration = (value: string): Uint8Array =>
  /^(?:[0-9a-f]{2}){16,20}$/i.test(value) ? Buffer.from(value, 'hex') : keyBytes(value)

/** The key of a station, and the one before it until the new one has proved itself. */
export class Keyring {
  private readonly username: string
  private current: Uint8Array | null
  private previous: Uint8Array | null = null
  private triesPrevious = false

  constructor(username: string, key: Uint8Array | null) {
    this.username = username
    this.current = key
  }

  /** What the next handshake shows. */
  credentials(): Credentials {
    return { username: this.username, key: this.triesPrevious ? this.previous : this.current }
  }

  /** Takes a new key into use; the old one is kept in case that nobody knows the new one (SW A01). */
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
