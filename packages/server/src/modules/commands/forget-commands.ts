import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { leastIdOf } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { deleteEnded } from './forget-store.ts'

export interface Keeping {
  db: Kysely<Database>
  clock: Clock
  /** How long commands are kept: as long as the OCPP log, which shows the same. */
  keepDays: number
}

const dayMs = 86_400_000
/** So many by one statement, that nobody waits for it. */
const atOnce = 2_000

/** Removes commands that ended long ago. */
export async function forgetCommands({ db, clock, keepDays }: Keeping): Promise<void> {
  const before = leastIdOf(clock.now().getTime() - keepDays * dayMs)
  let deleted = atOnce
  while (deleted === atOnce) deleted = await deleteEnded(db, before, atOnce)
}
