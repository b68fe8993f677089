// People: users as administrators manage them: their state, groups, allowed networks and sessions. Not here:
// sign-in (identity), rights, and what users change in their own profile.
import type { Quotas } from '../accounts/index.ts'
import type { ModuleContext } from '../module.ts'
import { peopleHttp } from './http.ts'

export { lastAdministrator } from './deps.ts'
export { visibleUsers } from './list-store.ts'
export { hasOtherAdministrator } from './store.ts'

export const registerPeople = (ctx: ModuleContext, { quotas }: { quotas: Quotas }) => ({
  handlers: peopleHttp({ ...ctx, quotas }),
})
