import type { BodyOf, workflowEventSet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { scriptRefusal } from '../scripts/index.ts'
import { compileWorkflow, inOrder, type Workflow } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import { dryRun } from './dry-run.ts'
import { edit, type Edited, type Editing, type Named } from './edit.ts'
import { removeAction, removeClass, setAction, setClass } from './edit-class.ts'
import { removeEvent, setEvent } from './edit-event.ts'
import { removeMethod, removeTransition, setMethod, setTransition } from './edit-method.ts'
import { removeState, removeType, setState, setType } from './edit-state.ts'
import { readModel } from './model-store.ts'
import { previewClass } from './preview.ts'
import {
  rowsOf,
  shownAction,
  shownClass,
  shownEvent,
  shownMethod,
  shownState,
  shownTransition,
  shownType,
  shownWhole,
} from './shown.ts'

/** The engine, and the names of the handlers that events of a class may use. */
export type WorkflowHttpDeps = EngineDeps & {
  handlersOf: (classCode: string) => readonly string[]
  refresh: () => Promise<void>
}

/** Endpoints for administrators to edit the object model. Editors read the tables, never the compiled copy. */
export const workflowHttp = (deps: WorkflowHttpDeps) => {
  const read = async () => compileWorkflow(await readModel(deps.db))
  const rows = async <K extends keyof ReturnType<typeof rowsOf>>(kind: K, code: string | undefined) => {
    const workflow = await read()
    if (code === undefined) return rowsOf(workflow, null)[kind]
    const of = workflow.classes.get(code)
    return of ? rowsOf(workflow, of)[kind] : classNotFound
  }
  return {
    workflowClassList: async () => inOrder((await read()).model.classes).map(shownClass),
    workflowClassGet: async (_viewer, { id }) => {
      const workflow = await read()
      const of = workflow.classes.get(id)
      return of ? shownWhole(workflow, of, deps.handlersOf(id)) : classNotFound
    },
    workflowActionList: async () => (await read()).model.actions.map(shownAction),
    workflowTypeList: (_viewer, body) => rows('types', body.class),
    workflowStateList: (_viewer, body) => rows('states', body.class),
    workflowMethodList: (_viewer, body) => rows('methods', body.class),
    workflowTransitionList: (_viewer, body) => rows('transitions', body.class),
    workflowEventList: (_viewer, body) => rows('events', body.class),
    workflowPreview: (_viewer, body) => previewClass(deps, body.class),
    workflowEventDryRun: (viewer, body) => dryRun(deps, viewer, body),
    ...setters(deps, read),
    ...removers(deps),
  } satisfies Handlers
}

const classNotFound = refuse('class.not_found')

/** Refusal for a row that was removed just after it was written. */
const removedElsewhere = refuse('object.removed')

function setters(deps: WorkflowHttpDeps, read: () => Promise<Workflow>) {
  const set =
    <Body, Row>(
      change: (editing: Editing, body: Body) => Promise<Edited | Refusal>,
      shown: (workflow: Workflow, key: string) => Row | undefined,
    ) =>
    async (viewer: Viewer, body: Body): Promise<Row | Refusal> => {
      const key = await edit(deps, viewer, (editing) => change(editing, body))
      if (isRefusal(key)) return key
      // other processes are notified shortly; the editor can use the change immediately
      await deps.refresh()
      return shown(await read(), key) ?? removedElsewhere
    }
  const setCheckedEvent = set(
    (editing, body: BodyOf<typeof workflowEventSet>) => setEvent(editing, body, deps.handlersOf),
    ({ model }, key) => whole(byId(model.events, key), shownEvent),
  )
  return {
    workflowClassSet: set(setClass, ({ classes }, key) => whole(classes.get(key)?.row, shownClass)),
    workflowActionSet: set(setAction, ({ actions }, key) => whole(actions.get(key), shownAction)),
    workflowTypeSet: set(setType, ({ typeById }, key) => whole(typeById.get(key), shownType)),
    workflowStateSet: set(setState, ({ stateById }, key) => whole(stateById.get(key), shownState)),
    workflowMethodSet: set(setMethod, (workflow, key) =>
      whole(workflow.methodById.get(key), (row) => shownMethod(workflow, row)),
    ),
    workflowTransitionSet: set(setTransition, (workflow, key) =>
      whole(byId(workflow.model.transitions, key), (row) => shownTransition(workflow, row)),
    ),
    workflowEventSet: async (viewer, body) =>
      (await checkScript(deps, body.script)) ?? setCheckedEvent(viewer, body),
  } satisfies Handlers
}

/** Returns a refusal for a script that cannot be read. */
async function checkScript(deps: WorkflowHttpDeps, script: string | undefined): Promise<Refusal | null> {
  const error = script?.trim() ? await deps.scripts.check(script) : null
  if (!error) return null
  const { line } = error
  return error.code === 'script.invalid' && line !== null
    ? refuse('script.invalid_at', { line, ...error.params, field: 'script' })
    : { ...scriptRefusal(error), field: 'script' }
}

const whole = <Row, Answer>(row: Row | undefined, shown: (row: Row) => Answer): Answer | undefined =>
  row === undefined ? undefined : shown(row)
const byId = <Row extends { id: string }>(rows: readonly Row[], id: string): Row | undefined =>
  rows.find((row) => row.id === id)

function removers(deps: WorkflowHttpDeps) {
  const remove =
    (change: (editing: Editing, body: Named) => Promise<Edited | Refusal>) =>
    async (viewer: Viewer, body: Named) => {
      const key = await edit(deps, viewer, (editing) => change(editing, body))
      if (isRefusal(key)) return key
      await deps.refresh()
      return { result: true }
    }
  return {
    workflowClassDelete: remove(removeClass),
    workflowActionDelete: remove(removeAction),
    workflowTypeDelete: remove(removeType),
    workflowStateDelete: remove(removeState),
    workflowMethodDelete: remove(removeMethod),
    workflowTransitionDelete: remove(removeTransition),
    workflowEventDelete: remove(removeEvent),
  } satisfies Handlers
}
