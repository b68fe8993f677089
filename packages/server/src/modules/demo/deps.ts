import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface DemoDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  /** Makes a transaction number from one of the sequence. */
  permute: (sequence: number) => number
  /** Where the fleet file lies. */
  fleetPath: string
}
