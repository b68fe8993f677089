import type { BodyOf, workflowActionSet, workflowClassSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuseInWords, refuseAs, refuseMissing } from '../../shared/refusal.ts'
import { familyOf } from './compile.ts'
import {
  addRow,
  changeRow,
  codeIsFixed,
  type Edited,
  type Editing,
  namedRow,
  removed,
  definedCells,
  builtInRefusal,
} from './edit.ts'
import { countOfClass, deleteClass, deleteRow } from './model-store.ts'

interface Named {
  id: string
  version_no?: number
}

/** Adds or changes a class. Its parent and its code cannot be changed. */
export async function setClass(
  editing: Editing,
  body: BodyOf<typeof workflowClassSet>,
): Promise<Edited | Refusal> {
  if (body.id === null) return addClass(editing, body)
  const compiled = editing.workflow.classes.get(body.id)
  const row = namedRow(compiled?.row, 'class', body.version_no)
  if (isRefusal(row)) return row
  if (body.code !== undefined && body.code !== row.code) return codeIsFixed
  if (body.parentcode !== undefined && body.parentcode !== row.parent_code)
    return refuseAs(
      'value.cannot_change',
      refuseInWords('not-possible', 'A class stays where it is in the tree', 'parentcode'),
    )
  const isAbstract = body.abstract ?? row.is_abstract
  const entity = body.entity ?? row.entity
  if (row.is_system && (isAbstract !== row.is_abstract || entity !== row.entity))
    return builtInRefusal('class')
  if (isAbstract && !row.is_abstract) {
    const count = await countOfClass(editing.tx, row.code)
    if (count > 0)
      return refuseAs(
        'object.in_use_by',
        refuseInWords('not-possible', `${count} objects are of this class`, 'abstract'),
        { objects: count },
      )
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
  if (code === undefined) return refuseMissing('A new class needs a code', 'code')
  if (editing.workflow.classes.has(code))
    return refuseAs('value.code_taken', refuseInWords('conflict', 'There is a class with this code', 'code'))
  const parent = parentcode === undefined ? undefined : editing.workflow.classes.get(parentcode)
  if (!parent) return refuseMissing('Name the class that the new one inherits from', 'parentcode')
  if (parent.row.is_system && !parent.row.is_abstract)
    return refuseInWords(
      'not-possible',
      `Objects of the class ${parent.row.code} are kept by the system: choose an abstract class or one of your own`,
      'parentcode',
    )
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
  const row = namedRow(workflow.classes.get(id)?.row, 'class', version_no, false)
  if (isRefusal(row)) return row
  if (row.is_system) return builtInRefusal('class', 'id')
  const children = familyOf(workflow, id).filter((other) => other.row.code !== id)
  if (children.length > 0)
    return refuseAs(
      'object.in_use',
      refuseInWords('not-possible', `${children.length} classes inherit from it`, 'id'),
    )
  const count = await countOfClass(tx, id)
  if (count > 0)
    return refuseAs(
      'object.in_use_by',
      refuseInWords('not-possible', `${count} objects are of this class`, 'id'),
      {
        objects: count,
      },
    )
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
    if (code === undefined) return refuseMissing('A new action needs a code', 'code')
    if (editing.workflow.actions.has(code))
      return refuseAs(
        'value.code_taken',
        refuseInWords('conflict', 'There is an action with this code', 'code'),
      )
    const whole = { label: code, ...cells, code }
    return addRow(editing, { table, classCode: 'workflow', label: code, cells: whole })
  }
  const row = namedRow(editing.workflow.actions.get(body.id), 'action', body.version_no)
  if (isRefusal(row)) return row
  if (body.code !== undefined && body.code !== row.code) return codeIsFixed
  return changeRow(editing, { table, key: row.code, classCode: 'workflow', label: row.code, row, cells })
}

/** Removes an action without methods and events. */
export async function removeAction(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const { tx, workflow } = editing
  const row = namedRow(workflow.actions.get(id), 'action', version_no, false)
  if (isRefusal(row)) return row
  if (row.is_system) return builtInRefusal('action', 'id')
  const uses = [...workflow.model.methods, ...workflow.model.events].filter((use) => use.action_code === id)
  if (uses.length > 0)
    return refuseAs(
      'object.in_use',
      refuseInWords('not-possible', `${uses.length} methods and events are of this action`, 'id'),
    )
  await deleteRow(tx, 'workflow_actions', id)
  return removed('workflow_actions', id, row)
}
