import type { ModuleContext } from '../module.ts'
import { forgetEnded } from './store.ts'

/** Milliseconds that a profile sent with a remote start waits for its transaction. */
const startTimeoutMs = 900_000

/** Removes installed profiles whose transaction has ended. */
export const forgetEndedProfiles = (deps: Pick<ModuleContext, 'db' | 'clock'>): Promise<void> =>
  forgetEnded(deps.db, new Date(deps.clock.now().getTime() - startTimeoutMs))
