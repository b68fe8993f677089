import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { LogEvent } from '../event-log/index.ts'
import type { KeyRing } from './key-ring.ts'
import type { SecretBox } from './secret-box.ts'

export interface IdentityDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  keys: KeyRing
  /** The console's own client id; it alone takes passwords and machine tokens. */
  consoleId: string
  /** Other programs of ours, and where they may be sent back to with a code. */
  clients: readonly { id: string; redirects: readonly string[] }[]
  /** Scheme and host under which people reach us; what a client knows us by. */
  origin: () => string
  /** Keeps second factors. */
  secrets: SecretBox
  /** Who must have a second factor. */
  totpDemand: 'off' | 'admin' | 'all'
  /** Tells administrators of wrong tries, locks and refused addresses. */
  logEvent: LogEvent
}
