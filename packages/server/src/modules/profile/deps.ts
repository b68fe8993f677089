import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { MailQueue } from '../mail/index.ts'

export interface ProfileDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  mail: MailQueue
}
