import { leastIdOf } from '../../shared/ids.ts'
import type { ModuleContext } from '../module.ts'
import { deleteEnded } from './forget-store.ts'

export interface ForgetCommandsDeps extends Pick<ModuleContext, 'db' | 'clock'> {
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
