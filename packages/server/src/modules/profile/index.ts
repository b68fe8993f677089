// Profile: what users change about themselves: name, email address, password, picture, language. Pictures
// have addresses that cannot be guessed. Not here: what administrators change about others, login sessions,
// two-factor authentication.
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { changeAvatar, openAvatar } from './change-avatar.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { eraseOwnAccount, exportPersonalData } from './personal-data.ts'
import { type ProfileDeps, shownProfile } from './profile.ts'
import { findProfile } from './store.ts'

export const registerProfile = (ctx: ModuleContext, { mail }: { mail: MailQueue }) => ({
  handlers: profileHttp({ ...ctx, mail }),
  /** Returns the picture of a user by its name. */
  openAvatar: (name: string) => openAvatar(ctx, name),
})

/** Endpoints for a user's own profile and password. */
const profileHttp = (deps: ProfileDeps) =>
  ({
    userProfileGet: async (viewer) => {
      const user = await findProfile(deps.db, viewer.userId, deps.clock.now())
      return user ? shownProfile(user) : refuse('session.ended')
    },
    userSet: (viewer, body) => changeProfile(deps, viewer, body),
    userPassword: (viewer, body) => changePassword(deps, viewer, body),
    userDataGet: (viewer) => exportPersonalData(deps, viewer),
    userDataDelete: (viewer) => eraseOwnAccount(deps, viewer),
    userProfileSet: (viewer, { picture }) => changeAvatar(deps, viewer, picture),
  }) satisfies Handlers
