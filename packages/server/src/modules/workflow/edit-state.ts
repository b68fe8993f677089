import type { BodyOf, workflowStateSet, workflowTypeSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { isFixed, statesAreFixed, typesAreFixed } from './built-in.ts'
import { familyOf } from './compile.ts'
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
import {
  countInState,
  countOfType,
  deleteRow,
  deleteTransitionsOf,
  lockRow,
  type StateRow,
} from './model-store.ts'

/** Adds or changes a type of a class. */
export async function setType(
  editing: Editing,
  body: BodyOf<typeof workflowTypeSet>,
): Promise<Edited | Refusal> {
  const table = 'class_types'
  const cells = definedCells({
    name: body.name?.trim(),
    description: body.description,
    sequence: body.sequence,
  })
  if (body.id === null) {
    const of = classToExtend(editing.workflow, body.class)
    if (isRefusal(of)) return of
    const { code } = body
    if (code === undefined) return refuse('value.required', { field: 'code' })
    if (isFixed(of.row.code)) return typesAreFixed
    if (of.types.get(code)?.class_code === of.row.code) return refuse('value.code_taken', { field: 'code' })
    const whole = { name: code, ...cells, class_code: of.row.code, code }
    return addRow(editing, { table, classCode: of.row.code, label: code, cells: whole })
  }
  const row = rowToChange(editing.workflow.typeById.get(body.id), 'type', body)
  if (isRefusal(row)) return row
  return changeRow(editing, { table, key: row.id, classCode: row.class_code, label: row.code, row, cells })
}

/** Removes a type that no object has. */
export async function removeType(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const row = rowToRemove(editing.workflow.typeById.get(id), 'type', version_no)
  if (isRefusal(row)) return row
  const family = familyOf(editing.workflow, row.class_code)
  const inheriting = family.filter((of) => of.types.get(row.code)?.id === id).map((of) => of.row.code)
  await lockRow(editing.tx, 'class_types', id)
  const count = await countOfType(editing.tx, row, inheriting)
  if (count > 0) return refuse('object.in_use_by', { objects: count, field: 'id' })
  await deleteRow(editing.tx, 'class_types', id)
  return removed('class_types', id, row)
}

/** Adds or changes a state of a class. */
export async function setState(
  editing: Editing,
  body: BodyOf<typeof workflowStateSet>,
): Promise<Edited | Refusal> {
  const table = 'class_states'
  const cells = definedCells({
    label: body.label?.trim(),
    state_type: body.statetypecode,
    sequence: body.sequence,
  })
  if (body.id === null) {
    const of = classToExtend(editing.workflow, body.class)
    if (isRefusal(of)) return of
    const { code, statetypecode } = body
    if (code === undefined) return refuse('value.required', { field: 'code' })
    if (statetypecode === undefined) return refuse('value.required', { field: 'statetypecode' })
    if (isFixed(of.row.code)) return statesAreFixed
    const known = of.states.get(code)
    if (known?.class_code === of.row.code) return refuse('value.code_taken', { field: 'code' })
    if (known?.is_system && known.state_type !== statetypecode) return typeIsFixed
    const whole = { label: code, ...cells, class_code: of.row.code, code }
    return addRow(editing, { table, classCode: of.row.code, label: code, cells: whole })
  }
  const row = rowToChange(editing.workflow.stateById.get(body.id), 'state', body)
  if (isRefusal(row)) return row
  const isNewType = body.statetypecode !== undefined && body.statetypecode !== row.state_type
  if (isNewType && (row.is_system || isOfSystem(editing, row))) return typeIsFixed
  return changeRow(editing, { table, key: row.id, classCode: row.class_code, label: row.code, row, cells })
}

// queries refer to built-in states by their codes
const typeIsFixed = builtInRefusal('statetypecode')

/** Returns true if a state overrides a built-in one. */
const isOfSystem = ({ workflow: { classes } }: Editing, { class_code, code }: StateRow): boolean => {
  const parent = classes.get(class_code)?.row.parent_code
  return parent != null && classes.get(parent)?.states.get(code)?.is_system === true
}

/** Removes a state without objects, with the transitions that begin or end there. */
export async function removeState(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const { tx, workflow } = editing
  const row = rowToRemove(workflow.stateById.get(id), 'state', version_no)
  if (isRefusal(row)) return row
  const family = familyOf(workflow, row.class_code)
  const inheriting = family.filter((of) => of.states.get(row.code)?.id === id).map((of) => of.row.code)
  // an object about to enter the state has done so by then, or will not find it
  await lockRow(tx, 'class_states', id)
  const count = await countInState(tx, row, inheriting)
  if (count > 0) return refuse('object.in_use_by', { objects: count, field: 'id' })
  const methods = workflow.model.methods.filter((method) => method.state_id === id)
  if (methods.length > 0)
    return refuse('state.has_methods', { methods: methods.map(({ code }) => code).join(', '), field: 'id' })
  await deleteTransitionsOf(tx, { state: id })
  await deleteRow(tx, 'class_states', id)
  return removed('class_states', id, row)
}
