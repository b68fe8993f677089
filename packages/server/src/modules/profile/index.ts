// Profile: what users change about themselves: name, email address, password, picture, language. Pictures
// have addresses that cannot be guessed. Not here: what administrators change about others, login sessions,
// two-factor authentication.
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { openAvatar } from './change-avatar.ts'
import { profileHttp } from './http.ts'

export const registerProfile = (ctx: ModuleContext, { mail }: { mail: MailQueue }) => ({
  handlers: profileHttp({ ...ctx, mail }),
  /** Returns the picture of a user by its name. */
  openAvatar: (name: string) => openAvatar(ctx, name),
})
