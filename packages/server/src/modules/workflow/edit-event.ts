import type { BodyOf, workflowEventSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
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
import { deleteRow, type EventRow } from './model-store.ts'

type Body = BodyOf<typeof workflowEventSet>
type EventContent = Pick<EventRow, 'kind' | 'handler' | 'script'>

/** Refuses an event without the field that its kind requires, or with others. */
function checkContent({ kind, handler, script }: EventContent, handlers: readonly string[]): Refusal | null {
  if (kind === 'handler' && (handler === null || !handlers.includes(handler)))
    return handlers.length === 0
      ? refuse('event.no_handlers', { field: 'handler' })
      : refuse('value.not_listed', { values: handlers.join(', '), field: 'handler' })
  if (kind === 'script' && (script === null || script.trim() === ''))
    return refuse('value.required', { field: 'script' })
  return null
}

const ofKind = ({ kind, handler, script }: EventContent): EventContent => ({
  kind,
  handler: kind === 'handler' ? handler : null,
  script: kind === 'script' ? script : null,
})

/** Adds or changes an event of a class. `handlersOf` returns the names of our own handlers. */
export async function setEvent(
  editing: Editing,
  body: Body,
  handlersOf: (classCode: string) => readonly string[],
): Promise<Edited | Refusal> {
  const { workflow } = editing
  const table = 'class_events'
  const row = body.id === null ? null : rowToChange(eventOf(editing, body.id), 'event', body)
  if (isRefusal(row)) return row
  const of = classToExtend(workflow, row?.class_code ?? body.class)
  if (isRefusal(of)) return of
  const action = body.actioncode ?? row?.action_code
  if (action === undefined) return refuse('value.required', { field: 'actioncode' })
  if (!workflow.actions.has(action)) return refuse('action.unknown', { action, field: 'actioncode' })
  const content = ofKind({
    kind: body.kind ?? row?.kind ?? 'script',
    handler: body.handler ?? row?.handler ?? null,
    script: body.script ?? row?.script ?? null,
  })
  const refusal = checkContent(content, handlersOf(of.row.code))
  if (refusal) return refusal
  const label = body.label?.trim() || row?.label || content.handler || content.kind
  const isEnabled = body.enabled ?? row?.is_enabled ?? true
  const isBent =
    row !== null &&
    (action !== row.action_code ||
      content.kind !== row.kind ||
      content.handler !== row.handler ||
      isEnabled !== row.is_enabled)
  if (row?.is_system && isBent) return builtInRefusal()
  const cells = definedCells({
    action_code: action,
    ...content,
    label,
    sequence: body.sequence,
    is_enabled: isEnabled,
  })
  const classCode = of.row.code
  if (row) return changeRow(editing, { table, key: row.id, classCode, label, row, cells })
  const whole = { class_code: classCode, ...cells }
  return addRow(editing, { table, classCode, label, cells: whole })
}

export async function removeEvent(editing: Editing, { id, version_no }: Named): Promise<Edited | Refusal> {
  const row = rowToRemove(eventOf(editing, id), 'event', version_no)
  if (isRefusal(row)) return row
  await deleteRow(editing.tx, 'class_events', id)
  return removed('class_events', id, row)
}

const eventOf = ({ workflow }: Editing, id: string): EventRow | undefined =>
  workflow.model.events.find((event) => event.id === id)
