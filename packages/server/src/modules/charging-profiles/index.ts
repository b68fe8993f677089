// Charging profiles: limits of power or current over time. Stored profiles have a description and are reused
// by id; the profiles that each station has accepted are stored separately. Not here: how a station combines
// them.
import type { Job } from '../../jobs/job.ts'
import { everyQuarter } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { runGet, runList } from '../../storage/list/list-query.ts'
import type { ModuleContext } from '../module.ts'
import { chargingProfileEffects } from './effects.ts'
import { forgetEnded, profileSource } from './store.ts'
import { type ProfileDeps, profileNotFound, removeProfile, setProfile } from './set-profile.ts'

export const registerChargingProfiles = (ctx: ModuleContext) => ({
  handlers: chargingProfilesHttp(ctx),
  jobs: chargingProfileJobs(ctx),
  commandEffects: chargingProfileEffects(ctx),
})

/** Endpoints of stored charging profiles. */
export const chargingProfilesHttp = (deps: ProfileDeps) =>
  ({
    profileList: (viewer, query) => runList({ db: deps.db, source: profileSource, scope: viewer }, query),
    profileSet: async (viewer, body) => {
      const id = await setProfile(deps, viewer, body)
      if (isRefusal(id)) return id
      const row = await runGet({ db: deps.db, source: profileSource, scope: viewer }, { id })
      return row ?? profileNotFound
    },
    profileDelete: (viewer, { id }) => removeProfile(deps, viewer, id),
  }) satisfies Handlers

const chargingProfileJobs = (deps: Parameters<typeof forgetEndedProfiles>[0]): Job[] => [
  { name: 'charging-profiles.forget-ended', every: everyQuarter, work: () => forgetEndedProfiles(deps) },
]

/** Milliseconds that a profile sent with a remote start waits for its transaction. */
const startTimeoutMs = 900_000

/** Removes installed profiles whose transaction has ended. */
export const forgetEndedProfiles = (deps: Pick<ModuleContext, 'db' | 'clock'>): Promise<void> =>
  forgetEnded(deps.db, new Date(deps.clock.now().getTime() - startTimeoutMs))
