import type { AnswerOf, BodyOf, methodRun } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Abortable } from '../../shared/checked-params.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import type { CompiledClass } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import { findClassOf } from './object-store.ts'
import { type Offer, offers } from './offers.ts'
import { refusalByRight } from './refuse-method.ts'
import { runPlanned } from './run-planned.ts'
import { findMethod, isScriptFailure, newRun, methodOrPlaceholder, userRunner } from './run.ts'
import type { WorkflowObject, Subject } from './subject.ts'

export interface MethodRequest {
  classCode: string
  id: string
  /** Selects the method; a string is the code of a method or of an action. */
  method: string | { id: string }
  params?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

export interface Outcome {
  object: WorkflowObject
  method: MethodRow
  /** Outcome of a request to a station, if the method sends one. */
  outcome?: unknown
}

/** Runs a method for a user. Requests to stations follow the commit; a refusal leaves nothing changed. */
export async function runMethodForUser(
  deps: EngineDeps,
  viewer: Viewer,
  request: MethodRequest,
): Promise<Outcome | Refusal> {
  const { params = {} } = request
  let repeated: Outcome | Refusal = objectNotFound
  const ran = await runForUser(deps, { viewer, ...request }, async (tx) => {
    const found = await lockObject(deps, tx, { scope: viewer, ...request })
    if (!found || !maySee(viewer, found.object))
      return subjectOf(deps, request.classCode)?.missing ?? objectNotFound
    const method = methodOf(found, request.method)
    if (!method) return refuse('method.not_found', { field: 'code' })
    const { subject, object, of } = found
    const isPermitted = refusalByRight(of, { viewer, subject, object, method }) === null
    if (isPermitted && (await subject.isRepeated?.(tx, object, { method: method.code, params, viewer }))) {
      repeated = { object, method }
      return null
    }
    return newRun({ ...found, runner: userRunner(viewer), method, kind: 'method', params })
  })
  if (ran === null) return repeated
  if (isRefusal(ran)) return ran
  let outcome: unknown
  for (const after of ran.after) {
    outcome = await after(request.signal)
    if (isRefusal(outcome)) return outcome
  }
  return { object: ran.object, method: ran.method, ...(outcome === undefined ? {} : { outcome }) }
}

const methodOf = ({ of, object }: LockedObject, named: MethodRequest['method']): MethodRow | null =>
  typeof named === 'string'
    ? findMethod(of, object.state, named)
    : ([...of.methods.values()].find(({ id }) => id === named.id) ?? null)

interface LockedObject {
  subject: Subject
  object: WorkflowObject
  of: CompiledClass
}

/** Locks an object and returns it with its class; null if it is not in the scope. */
export async function lockObject(
  deps: EngineDeps,
  tx: Tx,
  { scope, classCode, id }: { scope: Scope; classCode: string; id: string },
): Promise<LockedObject | null> {
  const subject = subjectOf(deps, classCode)
  const object = await subject?.find(tx, scope, { id, isLocked: true })
  const of = object && deps.current().classes.get(object.classCode)
  return subject && object && of ? { subject, object, of } : null
}

export const objectNotFound = refuse('object.not_found', { field: 'id' })

/** Returns the subject of a class; all classes made by administrators share one. */
export const subjectOf = (deps: EngineDeps, classCode: string): Subject | undefined =>
  deps.subjects.get(classCode) ?? deps.subjects.get('object')

const maySee = (viewer: Viewer, { classCode, id, ownerId }: WorkflowObject): boolean =>
  viewer.rights.mayObject({ classCode, id, isOwn: ownerId === viewer.userId }, 's')

/** A user's change of an object, other than of its state. */
export interface Change<T> {
  classCode: string
  id: string
  action: 'create' | 'update'
  /** May run several times, so that no transaction waits for a script: generated values are passed in. */
  work: (tx: Tx) => Promise<T | Refusal>
}

/**
 * Runs a user's change of an object in one transaction with the events of the action, even if the class has no
 * method for it: a script that fails rolls the change back.
 */
export async function runChange<T>(
  deps: EngineDeps,
  viewer: Viewer,
  change: Change<T>,
): Promise<T | Refusal> {
  let result: T | Refusal = objectNotFound
  const ran = await runForUser(deps, { viewer, ...change }, async (tx) => {
    result = await change.work(tx)
    if (isRefusal(result)) return result
    const found = await lockObject(deps, tx, { scope: viewer, ...change })
    if (!found) return null
    const method = methodOrPlaceholder(found.of, change.action)
    return newRun({ ...found, runner: userRunner(viewer), method, kind: 'change' })
  })
  return isRefusal(ran) ? ran : result
}

/** Runs an action for a user, and logs a script that fails in the event log. */
async function runForUser(
  deps: EngineDeps,
  { viewer, classCode, id }: { viewer: Viewer; classCode: string; id: string },
  reach: Parameters<typeof runPlanned>[1],
): ReturnType<typeof runPlanned> {
  const ran = await runPlanned(deps, reach)
  if (isRefusal(ran) && isScriptFailure(ran))
    await logEvent(deps.db, {
      type: 'error',
      code: 'script',
      event: 'failed',
      text: ran.message,
      account: viewer.accountId,
      user: viewer,
      session: viewer.session,
      correlation: viewer.correlation,
      object: `${classCode} ${id}`,
    })
  return ran
}

/** Returns the methods of an object that the viewer sees, each with the reason if it is not possible now. */
export async function offersOf(
  deps: EngineDeps,
  viewer: Viewer,
  { classCode, id }: { classCode: string; id: string },
): Promise<Offer[] | Refusal> {
  const subject = subjectOf(deps, classCode)
  const found = await subject?.find(deps.db, viewer, { id, isLocked: false })
  if (!subject || !found || !maySee(viewer, found)) return subject?.missing ?? objectNotFound
  return offers(deps, { viewer, subject, object: found })
}

/** Runs a method of any object, for `/method/run`. */
export async function runAny(
  deps: EngineDeps,
  viewer: Viewer,
  { id, method, code, params, signal }: Abortable<BodyOf<typeof methodRun>>,
): Promise<AnswerOf<typeof methodRun> | Refusal> {
  if ((method === undefined) === (code === undefined)) return refuse('method.id_or_code', { field: 'method' })
  const classCode = await findClassOf(deps.db, id)
  if (classCode === null) return objectNotFound
  const named = method === undefined ? code! : { id: method }
  const done = await runMethodForUser(deps, viewer, { classCode, id, method: named, params, signal })
  if (isRefusal(done)) return done
  return {
    object: id,
    method: done.method.code,
    action: done.method.action_code,
    newstate: done.object.state,
    ...('outcome' in done ? { outcome: done.outcome } : {}),
  }
}
