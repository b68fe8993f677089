// Rights: what users may do with classes of objects, their methods and single objects beyond the defaults of
// their interface, and because of which rule. Requests and explanations use the same functions (decide.ts).
// Not here: whose rows a user sees at all (scopes), and who may call an endpoint (its definition).
import type { ModuleContext } from '../module.ts'
import type { RightsDeps } from './deps.ts'
import { rightsHttp } from './http.ts'

export type { Rulebook } from './decide.ts'
export type { Person } from './defaults.ts'
export { exceptionsOf, rightsOf } from './rights.ts'
export { rulebookOf, rulesOf, type StoredRules } from './rule-store.ts'

export const registerRights = (ctx: ModuleContext, deps: Pick<RightsDeps, 'isVisible'>) => ({
  handlers: rightsHttp({ ...ctx, ...deps }),
})
