import type { BodyOf, workflowMethodSet, workflowTransitionSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { isFixed, transitionsAreFixed } from './built-in.ts'
import type { CompiledClass } from './compile.ts'
import {
  addRow,
  changeRow,
  classToExtend,
  type Edited,
  type Editing,
  type Named,
  removed,
  definedCells,
  builtInRefusal,
  rowToChange,
  rowToRemove,
} from './edit.ts'
import { deleteRow, deleteTransitionsOf, type StateRow } from './model-store.ts'

type MethodBody = BodyOf<typeof workflowMethodSet>
type TransitionBody = BodyOf<typeof workflowTransitionSet>

/** Returns true if the class has the state itself or inherits it. */
const hasState = (of: CompiledClass, state: StateRow | undefined): boolean =>
  state !== undefined && of.path.includes(state.class_code) && of.states.has(state.code)

function checkMethod({ workflow }: Editing, of: CompiledClass, body: MethodBody): Refusal | null {
  const { actioncode, stateid } = body
  if (actioncode !== undefined && !workflow.actions.has(actioncode))
    return refuse('action.unknown', { action: actioncode, field: 'actioncode' })
  if (stateid != null && !hasState(of, workflow.stateById.get(stateid)))
    return refuse('state.not_of_class', { field: 'stateid' })
  return null
}

/** Adds or changes a method of a class. */
export async function setMethod(editing: Editing, body: MethodBody): Promise<Edited | Refusal> {
  const table = 'class_methods'
  const cells = definedCells({
    state_id: body.stateid,
    action_code: body.actioncode,
    label: body.label?.trim(),
    is_visible: body.visible,
    sequence: body.sequence,
  })
  if (body.id === null) return addMethod(editing, body, cells)
  const row = rowToChange(editing.workflow.methodById.get(body.id), 'method', body)
  if (isRefusal(row)) return row
  const of = editing.workflow.classes.get(row.class_code)!
  const refusal = checkMethod(editing, of, body)
  if (refusal) return refusal
  const isRedefined =
    (body.stateid ?? row.state_id) !== row.state_id ||
    (body.actioncode ?? row.action_code) !== row.action_code ||
    (body.visible ?? row.is_visible) !== row.is_visible
  if (row.is_system && isRedefined) return builtInRefusal()
  return changeRow(editing, { table, key: row.id, classCode: row.class_code, label: row.code, row, cells })
}

async function addMethod(
  editing: Editing,
  body: MethodBody,
  cells: ReturnType<typeof definedCells>,
): Promise<Edited | Refusal> {
  const of = classToExtend(editing.workflow, body.class)
  if (isRefusal(of)) return of
  const { actioncode, code = body.actioncode } = body
  if (actioncode === undefined || code === undefined) return refuse('value.required', { field: 'actioncode' })
  const refusal = checkMethod(editing, of, body)
  if (refusal) return refusal
  const known = of.methods.get(code)
  if (known?.class_code === of.row.code) return refuse('value.code_taken', { field: 'code' })
  if (known && !known.is_visible) return builtInRefusal('code')
  const label = editing.workflow.actions.get(actioncode)!.label
  const whole = { label, ...cells, class_code: of.row.code, code }
  return addRow(editing, { table: 'class_methods', classCode: of.row.code, label: code, cells: whole })
}

/** Removes a method with its transitions. */
export async function removeMethod(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const row = rowToRemove(editing.workflow.methodById.get(id), 'method', version_no)
  if (isRefusal(row)) return row
  await deleteTransitionsOf(editing.tx, { method: id })
  await deleteRow(editing.tx, 'class_methods', id)
  return removed('class_methods', id, row)
}

function checkTransition({ workflow }: Editing, of: CompiledClass, body: TransitionBody): Refusal | null {
  const { stateid, methodid, newstateid } = body
  if (stateid != null && !hasState(of, workflow.stateById.get(stateid)))
    return refuse('state.not_of_class', { field: 'stateid' })
  if (newstateid !== undefined && !hasState(of, workflow.stateById.get(newstateid)))
    return refuse('state.not_of_class', { field: 'newstateid' })
  const method = methodid === undefined ? undefined : workflow.methodById.get(methodid)
  if (methodid !== undefined && !(method && of.path.includes(method.class_code)))
    return refuse('method.not_of_class', { field: 'methodid' })
  // their states are decided by messages and the system: another transition would have no effect
  if (isFixed(of.row.code) && stateid !== newstateid) return transitionsAreFixed
  // a hidden method of the system may lead out of a state that an administrator has added, but of no other
  const isFromSystem = stateid == null || workflow.stateById.get(stateid)!.is_system
  if (method?.is_system && !method.is_visible && isFromSystem) return builtInRefusal('methodid')
  return null
}

/** Adds or changes a transition of a class. */
export async function setTransition(editing: Editing, body: TransitionBody): Promise<Edited | Refusal> {
  const { workflow } = editing
  const table = 'class_transitions'
  const row =
    body.id === null
      ? null
      : rowToChange(
          workflow.model.transitions.find(({ id }) => id === body.id),
          'transition',
          body,
        )
  if (isRefusal(row)) return row
  if (row?.is_system) return builtInRefusal('id')
  const of = classToExtend(workflow, row?.class_code ?? body.class)
  if (isRefusal(of)) return of
  const stateid = body.stateid === undefined ? (row?.state_id ?? null) : body.stateid
  const methodid = body.methodid ?? row?.method_id
  const newstateid = body.newstateid ?? row?.new_state_id
  if (methodid === undefined) return refuse('value.required', { field: 'methodid' })
  if (newstateid === undefined) return refuse('value.required', { field: 'newstateid' })
  const refusal = checkTransition(editing, of, { id: null, stateid, methodid, newstateid })
  if (refusal) return refusal
  const isTaken = workflow.model.transitions.some(
    (other) =>
      other.id !== row?.id &&
      other.class_code === of.row.code &&
      other.method_id === methodid &&
      other.state_id === stateid,
  )
  if (isTaken) return refuse('transition.taken', { field: 'stateid' })
  const cells = { state_id: stateid, method_id: methodid, new_state_id: newstateid }
  const classCode = of.row.code
  const label = `${workflow.methodById.get(methodid)!.code} to ${workflow.stateById.get(newstateid)!.code}`
  if (row) return changeRow(editing, { table, key: row.id, classCode, label, row, cells })
  return addRow(editing, { table, classCode, label, cells: { class_code: classCode, ...cells } })
}

export async function removeTransition(
  editing: Editing,
  { id, version_no }: Named,
): Promise<Edited | Refusal> {
  const known = editing.workflow.model.transitions.find((transition) => transition.id === id)
  const row = rowToRemove(known, 'transition', version_no)
  if (isRefusal(row)) return row
  await deleteRow(editing.tx, 'class_transitions', id)
  return removed('class_transitions', id, row)
}
