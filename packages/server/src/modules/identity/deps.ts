import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { KeyRing } from './key-ring.ts'
import type { SecretBox } from './secret-box.ts'

export interface IdentityDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  keys: KeyRing
  /** The console's own client id, and others that may ask for tokens. */
  clientIds: readonly string[]
  /** Keeps second factors. */
  secrets: SecretBox
  /** Who must have a second factor. */
  totpDemand: 'off' | 'admin' | 'all'
}
