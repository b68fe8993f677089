import type { AnswerOf, BodyOf, methodRun } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import { findClassOf } from './object-store.ts'
import { runHidden } from './run-hidden.ts'
import { type Offer, offers } from './offers.ts'
import { findMethod, runMethod } from './run-method.ts'
import { newBudget, type MethodResult, RunRefused, type Runner } from './run.ts'
import { withScriptsAhead } from './scripts-ahead.ts'
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
  const runner: Runner = { scope: viewer, viewer, actor: viewer }
  const ran = await withRefusals(deps, viewer, request, (deps, tx) => runOne(deps, tx, runner, request))
  if (isRefusal(ran)) return ran
  let outcome: unknown
  for (const after of ran.after) {
    outcome = await after(request.signal)
    if (isRefusal(outcome)) return outcome
  }
  return { object: ran.object, method: ran.method, ...(outcome === undefined ? {} : { outcome }) }
}

async function runOne(
  deps: EngineDeps,
  tx: Tx,
  runner: Runner,
  request: MethodRequest,
): Promise<MethodResult> {
  const subject = subjectOf(deps, request.classCode)
  if (!subject) throw new RunRefused(objectNotFound)
  const found = await subject.find(tx, runner.scope, request.id, true)
  if (!found || !maySee(runner.viewer, found)) throw new RunRefused(subject.missing)
  const of = deps.current().classes.get(found.classCode)
  const { method: named } = request
  const method = !of
    ? null
    : typeof named === 'string'
      ? findMethod(of, found.state, named)
      : ([...of.methods.values()].find(({ id }) => id === named.id) ?? null)
  if (!method) throw new RunRefused(refuse('method.not_found', { field: 'code' }))
  return runMethod(deps, tx, {
    runner,
    subject,
    object: found,
    method,
    params: request.params ?? {},
    depth: 1,
    budget: newBudget(),
  })
}

export const objectNotFound = refuse('object.not_found', { field: 'id' })

/** Returns the subject of a class; all classes made by administrators share one. */
export const subjectOf = (deps: EngineDeps, classCode: string): Subject | undefined =>
  deps.subjects.get(classCode) ?? deps.subjects.get('object')

const maySee = (viewer: Viewer | null, { classCode, id, ownerId }: WorkflowObject): boolean =>
  viewer === null || viewer.rights.mayObject({ classCode, id, isOwn: ownerId === viewer.userId }, 's')

/** Reports to the engine that the object was created or updated, so that the events of that action run. */
export type Acted = (action: 'create' | 'update') => Promise<void>

/**
 * Runs a user's change of an object, other than of its state, in one transaction with the events of the
 * action: a script that fails rolls it back. The work may run several times, so that no transaction waits for
 * a script: generated values such as ids must be passed in.
 */
export const runChange = <T>(
  deps: EngineDeps,
  viewer: Viewer,
  of: { classCode: string; id: string },
  work: (tx: Tx, acted: Acted) => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  withRefusals(deps, viewer, of, (deps, tx) =>
    work(tx, async (action) => {
      const subject = subjectOf(deps, of.classCode)
      if (subject) await runHidden(deps, tx, { viewer, subject, id: of.id, action })
    }),
  )

/** Rolls back the transaction of a refusal and logs the script that caused it in the event log. */
async function withRefusals<T>(
  deps: EngineDeps,
  viewer: Viewer,
  { classCode, id }: Pick<MethodRequest, 'classCode' | 'id'>,
  work: (deps: EngineDeps, tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await withScriptsAhead(deps, (deps) => inTransaction(deps.db, (tx) => work(deps, tx)))
  } catch (error) {
    if (!(error instanceof RunRefused)) throw error
    if (error.failure)
      await logEvent(deps.db, {
        type: 'error',
        code: 'script',
        event: 'failed',
        text: error.refusal.message,
        account: viewer.accountId,
        user: viewer,
        session: viewer.session,
        correlation: viewer.correlation,
        object: `${classCode} ${id}`,
      })
    return error.refusal
  }
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
