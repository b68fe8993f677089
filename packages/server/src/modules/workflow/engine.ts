import type { AnswerOf, BodyOf, methodRun } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import { findClassOf } from './object-store.ts'
import { type Offer, offers } from './offers.ts'
import { runPlanned } from './run-planned.ts'
import { findMethod, firstRun, isScriptFailure, type Run, systemMethod } from './run.ts'
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
  const ran = await runPlanned(deps, (tx) => findRun(deps, tx, viewer, request))
  if (ran === null) return objectNotFound
  if (isRefusal(ran)) return logFailure(deps, viewer, request, ran)
  let outcome: unknown
  for (const after of ran.after) {
    outcome = await after(request.signal)
    if (isRefusal(outcome)) return outcome
  }
  return { object: ran.object, method: ran.method, ...(outcome === undefined ? {} : { outcome }) }
}

async function findRun(
  deps: EngineDeps,
  tx: Tx,
  viewer: Viewer,
  { classCode, id, method: named, params = {} }: MethodRequest,
): Promise<Run | Refusal> {
  const subject = subjectOf(deps, classCode)
  if (!subject) return objectNotFound
  const object = await subject.find(tx, viewer, id, true)
  if (!object || !maySee(viewer, object)) return subject.missing
  const of = deps.current().classes.get(object.classCode)
  const method = !of
    ? null
    : typeof named === 'string'
      ? findMethod(of, object.state, named)
      : ([...of.methods.values()].find(({ id }) => id === named.id) ?? null)
  if (!method) return refuse('method.not_found', { field: 'code' })
  return {
    runner: { scope: viewer, viewer, actor: viewer },
    subject,
    object,
    method,
    kind: 'method',
    params,
    ...firstRun(),
  }
}

export const objectNotFound = refuse('object.not_found', { field: 'id' })

/** Returns the subject of a class; all classes made by administrators share one. */
export const subjectOf = (deps: EngineDeps, classCode: string): Subject | undefined =>
  deps.subjects.get(classCode) ?? deps.subjects.get('object')

const maySee = (viewer: Viewer, { classCode, id, ownerId }: WorkflowObject): boolean =>
  viewer.rights.mayObject({ classCode, id, isOwn: ownerId === viewer.userId }, 's')

/** A user's change of an object, other than of its state. */
export interface Change {
  classCode: string
  id: string
  action: 'create' | 'update'
}

/**
 * Runs a user's change of an object in one transaction with the events of the action: a script that fails
 * rolls it back. The work may run several times, so that no transaction waits for a script: generated values
 * such as ids must be passed in.
 */
export async function runChange<T>(
  deps: EngineDeps,
  viewer: Viewer,
  { of, work }: { of: Change; work: (tx: Tx) => Promise<T | Refusal> },
): Promise<T | Refusal> {
  let result: T | Refusal = objectNotFound
  const ran = await runPlanned(deps, async (tx) => {
    result = await work(tx)
    return isRefusal(result) ? result : findChanged(deps, tx, viewer, of)
  })
  return isRefusal(ran) ? logFailure(deps, viewer, of, ran) : result
}

/** Returns the events of a changed object as a run, even if the class has no method for the action. */
async function findChanged(deps: EngineDeps, tx: Tx, viewer: Viewer, change: Change): Promise<Run | null> {
  const subject = subjectOf(deps, change.classCode)
  const object = await subject?.find(tx, viewer, change.id, true)
  const of = object && deps.current().classes.get(object.classCode)
  if (!subject || !object || !of) return null
  const method = systemMethod(of, change.action)
  return {
    runner: { scope: viewer, viewer, actor: viewer },
    subject,
    object,
    method,
    kind: 'change',
    params: {},
    ...firstRun(),
  }
}

/** Logs a refusal in the event log if a script caused it; returns the refusal. */
async function logFailure(
  deps: EngineDeps,
  viewer: Viewer,
  { classCode, id }: Pick<MethodRequest, 'classCode' | 'id'>,
  refusal: Refusal,
): Promise<Refusal> {
  if (isScriptFailure(refusal))
    await logEvent(deps.db, {
      type: 'error',
      code: 'script',
      event: 'failed',
      text: refusal.message,
      account: viewer.accountId,
      user: viewer,
      session: viewer.session,
      correlation: viewer.correlation,
      object: `${classCode} ${id}`,
    })
  return refusal
}

/** Returns the methods of an object that the viewer sees, each with the reason if it is not possible now. */
export async function offersOf(
  deps: EngineDeps,
  viewer: Viewer,
  classCode: string,
  id: string,
): Promise<Offer[] | Refusal> {
  const subject = subjectOf(deps, classCode)
  const found = await subject?.find(deps.db, viewer, id, false)
  if (!subject || !found || !maySee(viewer, found)) return subject?.missing ?? objectNotFound
  return offers(deps, { viewer, subject, object: found })
}

/** Runs a method of any object, for `/method/run`. */
export async function runAny(
  deps: EngineDeps,
  viewer: Viewer,
  { id, method, code, params }: BodyOf<typeof methodRun>,
  signal: AbortSignal,
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
