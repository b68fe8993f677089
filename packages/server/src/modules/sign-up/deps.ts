import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Quotas } from '../accounts/index.ts'
import type { MailQueue } from '../mail/index.ts'

export interface SignUpDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  quotas: Quotas
  mail: MailQueue
  /** Registration mode: disabled, or the kind of user that it creates. */
  signUp: 'off' | 'driver' | 'operator'
  /** The account of drivers who sign up. */
  mainAccount: string
  /** Data folder with the texts of this installation. */
  dataDir: string
}
