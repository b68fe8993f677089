import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { runGet, runList } from '../../storage/list/list-query.ts'
import { profileSource } from './list-store.ts'
import { type ProfileDeps, profileNotFound, removeProfile, setProfile } from './set-profile.ts'

/** Endpoints of stored charging profiles. */
export const chargingProfilesHttp = (deps: ProfileDeps) =>
  ({
    profileList: (viewer, query) => runList(deps.db, profileSource, viewer, query),
    profileSet: async (viewer, body) => {
      const id = await setProfile(deps, viewer, body)
      if (isRefusal(id)) return id
      const row = await runGet(deps.db, profileSource, viewer, { id })
      return row ?? profileNotFound
    },
    profileDelete: (viewer, { id }) => removeProfile(deps, viewer, id),
  }) satisfies Handlers
