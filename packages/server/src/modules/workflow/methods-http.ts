import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../../shared/handlers.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { customLabels, listClasses, listTypes, listTypesOf, typeRefusal } from './class-list.ts'
import type { EngineDeps } from './deps.ts'
import {
  type Acted,
  objectNotFound,
  offersOf,
  runAny,
  runChange,
  runMethodForUser,
  type MethodRequest,
} from './engine.ts'
import { objectSource } from './object-list-store.ts'
import { findClassOf } from './object-store.ts'
import { setObject } from './set-object.ts'

/** Functions of the engine for the endpoints of other modules. */
export const methodsOfService = (deps: EngineDeps) => ({
  run: (viewer: Viewer, request: MethodRequest) => runMethodForUser(deps, viewer, request),
  /** Runs a user's change of an object, other than of its state, with the events of the action. */
  change: <T>(
    viewer: Viewer,
    of: { classCode: string; id: string },
    work: (tx: Tx, acted: Acted) => Promise<T | Refusal>,
  ) => runChange(deps, viewer, of, work),
  offers: (viewer: Viewer, classCode: string, id: string) => offersOf(deps, viewer, classCode, id),
  /** Returns a refusal if objects of a class cannot have a type; null if they can. */
  typeRefusal: (classCode: string, code: string | undefined) => typeRefusal(deps.current(), classCode, code),
  types: (classCode: string, fields?: readonly string[]) => listTypesOf(deps.current(), classCode, fields),
})
export type Methods = ReturnType<typeof methodsOfService>

/** Endpoints of methods, of objects of administrators' classes, and of classes for users. */
export const methodsHttp = (deps: EngineDeps) =>
  ({
    classList: async (viewer, { fields }) => listClasses(deps.current(), viewer.rights, fields),
    classNames: async () => customLabels(deps.current()),
    typeList: async (_viewer, { fields }) => listTypes(deps.current(), fields),
    methodRun: (viewer, body, { signal }) => runAny(deps, viewer, body, signal),
    objectList: (viewer, query) => runList(deps.db, objectSource(viewer, deps.current()), viewer, query),
    objectCount: (viewer, query) => runCount(deps.db, objectSource(viewer, deps.current()), viewer, query),
    objectGet: (viewer, { id, fields }) => shown(deps, viewer, id, fields),
    objectSet: async (viewer, body) => {
      const id = await setObject(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, id)
    },
    objectMethod: async (viewer, { id }) => {
      const classCode = await findClassOf(deps.db, id)
      return classCode === null ? objectNotFound : offersOf(deps, viewer, classCode, id)
    },
  }) satisfies Handlers

const shown = async (deps: EngineDeps, viewer: Viewer, id: string, fields?: string[]) =>
  (await runGet(deps.db, objectSource(viewer, deps.current()), viewer, { id }, fields)) ?? objectNotFound
