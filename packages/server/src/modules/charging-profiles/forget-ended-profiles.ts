import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { forgetEnded } from './store.ts'

/** A profile sent with a remote start waits for its transaction. */
const startPatienceMs = 900_000

/** Forgets that stations hold profiles whose transaction is over. */
export const forgetEndedProfiles = (deps: { db: Kysely<Database>; clock: Clock }): Promise<void> =>
  forgetEnded(deps.db, new Date(deps.clock.now().getTime() - startPatienceMs))
