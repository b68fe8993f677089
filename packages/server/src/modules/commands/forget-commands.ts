import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { leastIdOf } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { deleteEnded } from './forget-store.ts'

export interface ForgetCommandsDeps {
  db: Kysely<Database>
  clock: Clock
  /** Days for which commands are retained: the same as for the OCPP log, which shows the same data. */
  keepDays: number
}

const dayMs = 86_400_000
/** Commands deleted per statement, so that other statements do not wait long. */
const batchSize = 2_000

/** Removes commands that ended long ago. */
export async function forgetCommands({ db, clock, keepDays }: ForgetCommandsDeps): Promise<void> {
  const before = leastIdOf(clock.now().getTime() - keepDays * dayMs)
  let deleted = batchSize
  while (deleted === batchSize) deleted = await deleteEnded(db, before, batchSize)
}
