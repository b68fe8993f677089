import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { type CompiledClass, compileWorkflow, type Workflow } from './compile.ts'
import { recordChange } from '../audit/index.ts'
import type { WorkflowDeps } from './deps.ts'
import {
  type Cells,
  insertRow,
  keyOf,
  lockModel,
  type ModelTable,
  readModel,
  updateRow,
} from './model-store.ts'

/** The object model during an edit, locked against other editors. */
export interface Editing {
  tx: Tx
  workflow: Workflow
}

/** A change for the audit trail; `key` identifies the row. */
export interface Edited {
  table: ModelTable
  key: string
  classCode: string
  label: string
  action: 'create' | 'update' | 'delete'
  before: Cells | null
  after: Cells | null
}

/**
 * Runs an edit of the object model exclusively, records it and notifies all server processes. Returns the
 * key.
 */
export function edit(
  deps: WorkflowDeps,
  viewer: Viewer,
  change: (editing: Editing) => Promise<Edited | Refusal>,
): Promise<string | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    await lockModel(tx)
    const edited = await change({ tx, workflow: compileWorkflow(await readModel(tx)) })
    if (isRefusal(edited)) return edited
    await recordChange(tx, viewer, {
      accountId: null,
      classCode: edited.classCode,
      objectId: edited.key,
      label: `${kindNames[edited.table]} ${edited.label}`,
      action: edited.action,
      before: edited.before,
      after: edited.after,
    })
    await deps.bus.publish(tx, [{ kind: 'workflow.changed' }])
    return edited.key
  })
}

export const kindNames = {
  classes: 'class',
  class_types: 'type',
  class_states: 'state',
  workflow_actions: 'action',
  class_methods: 'method',
  class_transitions: 'transition',
  class_events: 'event',
} as const satisfies Record<ModelTable, string>

interface EditableRow {
  code?: string
  version_no: number
  is_system: boolean
}

/** The row that an edit names. */
export interface Named {
  id: string
  version_no?: number
}

/** Returns the row; refuses if it is gone or, with a version, was changed since it was read. */
function namedRow<Row extends EditableRow>(
  row: Row | undefined,
  what: (typeof kindNames)[ModelTable],
  version: number | undefined,
): Row | Refusal {
  if (!row) return refuse(`${what}.not_found`, { field: 'id' })
  return isStale(row, version) ? editedByOther : row
}

/** Returns the row to change; the version is required, and the code cannot be changed. */
export function rowToChange<Row extends EditableRow>(
  known: Row | undefined,
  what: (typeof kindNames)[ModelTable],
  { version_no: version, code }: { version_no?: number; code?: string },
): Row | Refusal {
  if (known && version === undefined) return refuse('value.required', { field: 'version_no' })
  const row = namedRow(known, what, version)
  if (isRefusal(row)) return row
  // rights and API clients use the code
  return code !== undefined && code !== row.code ? refuse('value.cannot_change', { field: 'code' }) : row
}

/** Returns the row to remove; refuses a built-in one. */
export function rowToRemove<Row extends EditableRow>(
  known: Row | undefined,
  what: (typeof kindNames)[ModelTable],
  version: number | undefined,
): Row | Refusal {
  const row = namedRow(known, what, version)
  return !isRefusal(row) && row.is_system ? builtInRefusal('id') : row
}

/** Returns the class to which a new row is added. */
export function classToExtend(workflow: Workflow, code: string | undefined): CompiledClass | Refusal {
  if (code === undefined) return refuse('value.required', { field: 'class' })
  return workflow.classes.get(code) ?? refuse('class.not_found', { field: 'class' })
}

/** Returns the cells without undefined values, which are not written. */
export const definedCells = (cells: Record<string, string | number | boolean | null | undefined>): Cells =>
  givenFields(cells) as Cells // none is undefined

export const builtInRefusal = (field?: string): Refusal => refuse('object.built_in', { field })

interface Adding {
  table: ModelTable
  classCode: string
  label: string
  cells: Cells
}

/** Rows per table of the object model, all of which every process holds in memory. */
const maxRows = 5_000

export async function addRow(
  { tx }: Editing,
  { table, classCode, label, cells }: Adding,
): Promise<Edited | Refusal> {
  const full = await refuseBeyond(tx, { table, most: maxRows })
  if (full) return full
  const key = keyOf[table] === 'code' ? String(cells['code']) : newId()
  await insertRow(tx, table, keyOf[table] === 'code' ? cells : { id: key, ...cells })
  return { table, key, classCode, label, action: 'create', before: null, after: cells }
}

interface Changing extends Adding {
  key: string
  /** The row before the change. */
  row: object
}

/** Writes the cells that differ. */
export async function changeRow({ tx }: Editing, changing: Changing): Promise<Edited> {
  const { table, key, row, classCode, label } = changing
  const known = new Map<string, unknown>(Object.entries(row))
  const cells = Object.fromEntries(
    Object.entries(changing.cells).filter(([name, value]) => known.get(name) !== value),
  )
  await updateRow(tx, { table, key }, cells)
  const before = Object.fromEntries(Object.keys(cells).map((name) => [name, known.get(name)])) as Cells
  return { table, key, classCode, label, action: 'update', before, after: cells }
}

/** Returns the audit entry for a removed row. */
export const removed = (table: ModelTable, key: string, row: object): Edited => {
  const cells = row as Cells & { class_code?: string; code?: string; label?: string }
  return {
    table,
    key,
    classCode: cells.class_code ?? 'workflow',
    label: cells.code ?? cells.label ?? key,
    action: 'delete',
    before: cells,
    after: null,
  }
}
