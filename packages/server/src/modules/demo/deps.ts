import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface DemoDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  /** Converts a value of the sequence to a transaction number. */
  permute: (sequence: number) => number
  /** Path of the fleet file. */
  fleetPath: string
}
