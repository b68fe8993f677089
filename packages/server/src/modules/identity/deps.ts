import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { LogEvent } from '../../shared/log-event.ts'
import type { SecretBox } from '../../shared/secret-box.ts'
import type { KeyRing } from './key-ring.ts'

export interface IdentityDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  keys: KeyRing
  /** Other clients of this installation with their redirect addresses. */
  clients: readonly { id: string; redirects: readonly string[] }[]
  /** Public scheme and host; the issuer that clients see. */
  origin: () => string
  /** Encrypts the secrets of authenticator apps. */
  secrets: SecretBox
  /** Users for whom two-factor authentication is required. */
  totpDemand: 'off' | 'admin' | 'all'
  /** Logs failed attempts, locks and refused addresses for administrators. */
  logEvent: LogEvent
}
