import type { BodyOf, workflowActionSet, workflowClassSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { familyOf } from './compile.ts'
import {
  addRow,
  changeRow,
  type Edited,
  type Editing,
  type Named,
  removed,
  definedCells,
  builtInRefusal,
  rowToChange,
  rowToRemove,
} from './edit.ts'
import { countOfClass, deleteClass, deleteRow } from './model-store.ts'

/** Adds or changes a class. Its parent and its code cannot be changed. */
export async function setClass(
  editing: Editing,
  body: BodyOf<typeof workflowClassSet>,
): Promise<Edited | Refusal> {
  if (body.id === null) return addClass(editing, body)
  const compiled = editing.workflow.classes.get(body.id)
  const row = rowToChange(compiled?.row, 'class', body)
  if (isRefusal(row)) return row
  if (body.parentcode !== undefined && body.parentcode !== row.parent_code)
    return refuse('value.cannot_change', { field: 'parentcode' })
  const isAbstract = body.abstract ?? row.is_abstract
  const entity = body.entity ?? row.entity
  if (row.is_system && (isAbstract !== row.is_abstract || entity !== row.entity)) return builtInRefusal()
  if (isAbstract && !row.is_abstract) {
    const count = await countOfClass(editing.tx, row.code)
    if (count > 0) return refuse('object.in_use_by', { objects: count, field: 'abstract' })
  }
  const cells = definedCells({
    name: body.name?.trim(),
    description: body.description,
    sequence: body.sequence,
    is_abstract: body.abstract,
    entity: body.entity,
  })
  return changeRow(editing, {
    table: 'classes',
    key: row.code,
    classCode: row.code,
    label: row.code,
    row,
    cells,
  })
}

async function addClass(editing: Editing, body: BodyOf<typeof workflowClassSet>): Promise<Edited | Refusal> {
  const { code, parentcode } = body
  if (code === undefined) return refuse('value.required', { field: 'code' })
  if (editing.workflow.classes.has(code)) return refuse('value.code_taken', { field: 'code' })
  if (parentcode === undefined) return refuse('value.required', { field: 'parentcode' })
  const parent = editing.workflow.classes.get(parentcode)
  if (!parent) return refuse('class.not_found', { field: 'parentcode' })
  if (parent.row.is_system && !parent.row.is_abstract)
    return refuse('class.parent_built_in', { class: parent.row.code, field: 'parentcode' })
  const cells = definedCells({
    code,
    parent_code: parent.row.code,
    entity: body.entity ?? parent.row.entity,
    name: body.name?.trim() || code,
    description: body.description,
    is_abstract: body.abstract,
    sequence: body.sequence,
  })
  return addRow(editing, { table: 'classes', classCode: code, label: code, cells })
}

/** Removes a class without objects and descendants. */
export async function removeClass(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const { tx, workflow } = editing
  const row = rowToRemove(workflow.classes.get(id)?.row, 'class', version_no)
  if (isRefusal(row)) return row
  const children = familyOf(workflow, id).filter((other) => other.row.code !== id)
  if (children.length > 0) return refuse('class.inherited', { classes: children.length, field: 'id' })
  const count = await countOfClass(tx, id)
  if (count > 0) return refuse('object.in_use_by', { objects: count, field: 'id' })
  await deleteClass(tx, id)
  return { ...removed('classes', id, row), classCode: id }
}

/** Adds or renames an action. */
export async function setAction(
  editing: Editing,
  body: BodyOf<typeof workflowActionSet>,
): Promise<Edited | Refusal> {
  const table = 'workflow_actions'
  const cells = definedCells({ label: body.label?.trim(), sequence: body.sequence })
  if (body.id === null) {
    const { code } = body
    if (code === undefined) return refuse('value.required', { field: 'code' })
    if (editing.workflow.actions.has(code)) return refuse('value.code_taken', { field: 'code' })
    const whole = { label: code, ...cells, code }
    return addRow(editing, { table, classCode: 'workflow', label: code, cells: whole })
  }
  const row = rowToChange(editing.workflow.actions.get(body.id), 'action', body)
  if (isRefusal(row)) return row
  return changeRow(editing, { table, key: row.code, classCode: 'workflow', label: row.code, row, cells })
}

/** Removes an action without methods and events. */
export async function removeAction(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const { tx, workflow } = editing
  const row = rowToRemove(workflow.actions.get(id), 'action', version_no)
  if (isRefusal(row)) return row
  const uses = [...workflow.model.methods, ...workflow.model.events].filter((use) => use.action_code === id)
  if (uses.length > 0) return refuse('action.in_use', { uses: uses.length, field: 'id' })
  await deleteRow(tx, 'workflow_actions', id)
  return removed('workflow_actions', id, row)
}
