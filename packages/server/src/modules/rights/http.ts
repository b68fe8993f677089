import type { Handlers } from '../../shared/handlers.ts'
import { listClassRights, setClassRights } from './class-rights.ts'
import type { RightsDeps } from './deps.ts'
import { explainAccess } from './explain-access.ts'
import { listMethodRights, setMethodRights } from './method-rights.ts'
import { listObjectRights, setObjectRights } from './object-rights.ts'

/** Endpoints of rights; all for administrators. */
export const rightsHttp = (deps: RightsDeps) =>
  ({
    classAccessList: (_viewer, body) => listClassRights(deps, body),
    classAccessSet: (viewer, body) => setClassRights(deps, viewer, body),
    methodAccessList: (_viewer, body) => listMethodRights(deps, body),
    methodAccessSet: (viewer, body) => setMethodRights(deps, viewer, body),
    objectAccessList: (_viewer, body) => listObjectRights(deps, body),
    objectAccessSet: (viewer, body) => setObjectRights(deps, viewer, body),
    accessExplain: (_viewer, body) => explainAccess(deps, body),
  }) satisfies Handlers
