import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Quotas } from '../accounts/index.ts'
import type { Post } from '../mail/index.ts'

export interface SignUpDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  quotas: Quotas
  post: Post
  /** Who may sign up by themselves, and as what. */
  signUp: 'off' | 'driver' | 'operator'
  /** The account that drivers who sign up belong to. */
  mainAccount: string
  /** Where the texts of this installation lie. */
  dataDir: string
}
