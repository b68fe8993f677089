import type { BodyOf, objectGet } from '@stationmaster/contract'
import { isRefusal } from '../../shared/refusal.ts'
import type { Handlers } from '../../shared/handlers.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type ListSource, type Query, runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { offeredRights } from '../rights/index.ts'
import { customLabels, listClasses, listTypes, listTypesOf, typeRefusal } from './class-list.ts'
import type { EngineDeps } from './deps.ts'
import {
  type Change,
  objectNotFound,
  offersOf,
  runAny,
  runChange,
  runMethodForUser,
  subjectOf,
  type MethodRequest,
} from './engine.ts'
import { objectSource } from './object-list-store.ts'
import { methodsFromFacts } from './offers.ts'
import { setObject } from './set-object.ts'
import type { WithFacts, WithMethods } from './subject.ts'

/** Functions of the engine for the endpoints of other modules. */
export const methodsOfService = (deps: EngineDeps) => ({
  run: (viewer: Viewer, request: MethodRequest) => runMethodForUser(deps, viewer, request),
  /** Runs a user's change of an object, other than of its state, with the events of the action. */
  change: <T>(viewer: Viewer, change: Change<T>) => runChange(deps, viewer, change),
  offers: (viewer: Viewer, classCode: string, id: string) => offersOf(deps, viewer, { classCode, id }),
  /** Runs a list query of a caller over objects; each row has the methods that the viewer sees. */
  list: async <Row extends WithFacts>(viewer: Viewer, { classCode, source }: Objects<Row>, query: Query) => {
    const rows = await runList({ db: deps.db, source, scope: viewer }, query)
    return isRefusal(rows) ? rows : withMethods(deps, { viewer, classCode }, rows)
  },
  /** Returns one object with the methods that the viewer sees; null if there is none. */
  get: async <Row extends WithFacts>(
    viewer: Viewer,
    { classCode, source, fields }: Objects<Row> & { fields?: readonly string[] },
    by: Parameters<typeof runGet<Row>>[1],
  ) => {
    const row = await runGet({ db: deps.db, source, scope: viewer }, by, fields)
    return row === null || isRefusal(row) ? row : withMethods(deps, { viewer, classCode }, [row])[0]!
  },
  /** Replaces the facts of rows by the methods that the viewer sees. */
  withMethods: <Row extends WithFacts>(viewer: Viewer, classCode: string, rows: readonly Row[]) =>
    withMethods(deps, { viewer, classCode }, rows),
  /** Returns a refusal if objects of a class cannot have a type; null if they can. */
  typeRefusal: (classCode: string, code: string | undefined) => typeRefusal(deps.current(), classCode, code),
  types: (classCode: string, fields?: readonly string[]) => listTypesOf(deps.current(), classCode, fields),
})
export type Methods = ReturnType<typeof methodsOfService>

/** A class with the source of its list. */
export interface Objects<Row extends WithFacts> {
  classCode: string
  source: ListSource<Row>
}

function withMethods<Row extends WithFacts>(
  deps: EngineDeps,
  { viewer, classCode }: { viewer: Viewer; classCode: string },
  rows: readonly Row[],
): WithMethods<Row>[] {
  const methodsOf = methodsFromFacts(deps, { viewer, classCode, subject: subjectOf(deps, classCode)! })
  // a query may select fields without the methods
  return rows.map((row) => ({ ...row, ...('methods' in row && { methods: methodsOf(row.methods) }) }))
}

/** Endpoints of methods, of objects of administrators' classes, and of classes for users. */
export const methodsHttp = (deps: EngineDeps) =>
  ({
    classList: async (viewer, { fields }) => listClasses(deps.current(), offeredRights(viewer), fields),
    classNames: async () => customLabels(deps.current()),
    typeList: async (_viewer, { fields }) => listTypes(deps.current(), fields),
    methodRun: (viewer, body, { signal }) => runAny(deps, viewer, { ...body, signal }),
    objectList: (viewer, query) => methodsOfService(deps).list(viewer, objectsOf(deps, viewer), query),
    objectCount: (viewer, query) =>
      runCount({ db: deps.db, source: objectSource(viewer, deps.current()), scope: viewer }, query),
    objectGet: (viewer, body) => shown(deps, viewer, body),
    objectSet: async (viewer, body) => {
      const id = await setObject(deps, viewer, body)
      return isRefusal(id) ? id : shown(deps, viewer, { id })
    },
  }) satisfies Handlers

const objectsOf = (deps: EngineDeps, viewer: Viewer) => ({
  classCode: 'object',
  source: objectSource(viewer, deps.current()),
})

const shown = async (deps: EngineDeps, viewer: Viewer, { id, fields }: BodyOf<typeof objectGet>) =>
  (await methodsOfService(deps).get(viewer, { ...objectsOf(deps, viewer), fields }, { id })) ?? objectNotFound
