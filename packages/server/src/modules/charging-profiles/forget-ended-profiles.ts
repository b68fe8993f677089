import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { forgetEnded } from './store.ts'

/** Milliseconds that a profile sent with a remote start waits for its transaction. */
const startTimeoutMs = 900_000

/** Removes installed profiles whose transaction has ended. */
export const forgetEndedProfiles = (deps: { db: Kysely<Database>; clock: Clock }): Promise<void> =>
  forgetEnded(deps.db, new Date(deps.clock.now().getTime() - startTimeoutMs))
