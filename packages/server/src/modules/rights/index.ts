// Rights: what users may do with classes of objects, their methods and single objects beyond the defaults of
// their interface, and because of which rule. Requests and explanations use the same functions (decide.ts).
// Not here: whose rows a user sees at all (scopes), and who may call an endpoint (its definition).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { listClassRights, setClassRights } from './class-rights.ts'
import type { RightsDeps } from './deps.ts'
import { explainAccess } from './explain-access.ts'
import { listMethodRights, setMethodRights } from './method-rights.ts'
import { listObjectRights, setObjectRights } from './object-rights.ts'

export type { Person, Rulebook } from './decide.ts'
export { offeredRights } from './offered-rights.ts'
export { exceptionsOf, rightsOf } from './rights.ts'
export { isSoleUser, rulebookOf, rulesOf, type StoredRules } from './rule-store.ts'

export const registerRights = (ctx: ModuleContext, deps: Pick<RightsDeps, 'isVisible'>) => ({
  handlers: rightsHttp({ ...ctx, ...deps }),
})

/** Endpoints of rights; all for administrators. */
const rightsHttp = (deps: RightsDeps) =>
  ({
    classAccessList: (_viewer, body) => listClassRights(deps, body),
    classAccessSet: (viewer, body) => setClassRights(deps, viewer, body),
    methodAccessList: (_viewer, body) => listMethodRights(deps, body),
    methodAccessSet: (viewer, body) => setMethodRights(deps, viewer, body),
    objectAccessList: (_viewer, body) => listObjectRights(deps, body),
    objectAccessSet: (viewer, body) => setObjectRights(deps, viewer, body),
    accessExplain: (_viewer, body) => explainAccess(deps, body),
  }) satisfies Handlers
