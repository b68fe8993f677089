import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { changeAvatar } from './change-avatar.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import type { ProfileDeps } from './deps.ts'
import { shownProfile } from './shown-profile.ts'
import { findProfile } from './store.ts'

/** Endpoints for a user's own profile and password. */
export const profileHttp = (deps: ProfileDeps) =>
  ({
    userProfileGet: async (viewer) => {
      const user = await findProfile(deps.db, viewer.userId, deps.clock.now())
      return user ? shownProfile(user) : refuse('session.ended')
    },
    userSet: (viewer, body) => changeProfile(deps, viewer, body),
    userPassword: (viewer, body) => changePassword(deps, viewer, body),
    userProfileSet: (viewer, { picture }) => changeAvatar(deps, viewer, picture),
  }) satisfies Handlers
