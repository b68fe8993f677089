import type { Handlers } from '../../shared/handlers.ts'
import { listClassRights, type RightsDeps, setClassRights } from './class-rights.ts'

/** Endpoints of rights; all of them for administrators. */
export const rightsHttp = (deps: RightsDeps) =>
  ({
    classAccessList: (_viewer, body) => listClassRights(deps, body),
    classAccessSet: (_viewer, body) => setClassRights(deps, body),
  }) satisfies Handlers
