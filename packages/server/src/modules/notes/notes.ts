import { type BodyOf, type Note, noteLimits, type noteList, type noteSet } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { noteHint, type NoteObject, noteObject, refuseNoteChange } from './object.ts'
import {
  findNotes,
  insertNote,
  lockNote,
  removeNote,
  shownNote,
  type StoredNote,
  updateNote,
} from './store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>
type Body = BodyOf<typeof noteSet>

const notFound = refuse('note.not_found', { field: 'id' })

/** Returns the notes about an object. */
export async function listNotes(
  { db }: Deps,
  viewer: Viewer,
  { classcode: classCode, id }: BodyOf<typeof noteList>,
): Promise<Note[] | Refusal> {
  const object = await noteObject(db, viewer, { classCode, id })
  return isRefusal(object) ? object : (await findNotes(db, viewer, { objectId: id })).map(shownNote)
}

/** Adds a note (id null), or changes the text of one. */
export async function setNote(deps: Deps, viewer: Viewer, body: Body): Promise<Note | Refusal> {
  const text = body.text.trim()
  if (text === '') return refuse('value.required', { field: 'text' })
  const id = await inTransaction(deps.db, (tx) =>
    body.id === null
      ? addNote(deps, tx, { viewer, body, text })
      : changeNote(deps, tx, { viewer, body, text }),
  )
  if (isRefusal(id)) return id
  const [stored] = await findNotes(deps.db, viewer, { id })
  return stored ? shownNote(stored) : notFound
}

/** Deletes a note; the audit trail has its text. */
export const deleteNote = (deps: Deps, viewer: Viewer, id: string): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findForChange(tx, viewer, id)
    if (isRefusal(found)) return found
    await removeNote(tx, id)
    await record(deps, tx, { viewer, object: found.object, action: 'note_delete', before: found.note.text })
    return { result: true }
  })

interface Change {
  viewer: Viewer
  body: Body
  text: string
}

async function addNote(deps: Deps, tx: Tx, { viewer, body, text }: Change): Promise<string | Refusal> {
  const { classcode: classCode, object: objectId } = body
  if (!classCode || !objectId) return refuse('value.required', { field: classCode ? 'object' : 'classcode' })
  const object = await noteObject(tx, viewer, { classCode, id: objectId })
  if (isRefusal(object)) return object
  const owner = { column: 'object_id', value: objectId }
  const refusal =
    refuseNoteChange(viewer, object) ??
    (await refuseBeyond(tx, { table: 'notes', owner, most: noteLimits.perObject }))
  if (refusal) return refusal
  const now = deps.clock.now()
  const id = newId(now.getTime())
  await insertNote(tx, {
    id,
    account_id: object.accountId,
    class_code: classCode,
    object_id: objectId,
    client_id: viewer.clientId,
    text,
    created_by: viewer.userId,
    created_at: now,
    updated_at: now,
  })
  await record(deps, tx, { viewer, object, action: 'note_add', after: text })
  return id
}

async function changeNote(deps: Deps, tx: Tx, { viewer, body, text }: Change): Promise<string | Refusal> {
  const found = await findForChange(tx, viewer, body.id!)
  if (isRefusal(found)) return found
  const { note, object } = found
  if (isStale(note, body.version_no)) return editedByOther
  await updateNote(tx, note.id, { text, updated_at: deps.clock.now() })
  await record(deps, tx, { viewer, object, action: 'note_edit', before: note.text, after: text })
  return note.id
}

async function findForChange(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ note: StoredNote; object: NoteObject } | Refusal> {
  const [note] = await findNotes(tx, viewer, { id })
  if (!note) return notFound
  const object = await noteObject(tx, viewer, { classCode: note.class_code, id: note.object_id })
  if (isRefusal(object)) return notFound
  const denied = refuseNoteChange(viewer, object)
  if (denied) return denied
  return (await lockNote(tx, note)) ? { note, object } : editedByOther
}

interface Recorded {
  viewer: Viewer
  object: NoteObject
  action: 'note_add' | 'note_edit' | 'note_delete'
  before?: string
  after?: string
}

async function record({ bus }: Deps, tx: Tx, { viewer, object, action, before, after }: Recorded) {
  const { accountId, classCode, id: objectId, label } = object
  await recordChange(tx, viewer, {
    accountId,
    classCode,
    objectId,
    label,
    action,
    ...(before === undefined ? {} : { before: { note: before } }),
    ...(after === undefined ? {} : { after: { note: after } }),
  })
  await bus.publish(tx, [{ kind: 'hint', account: accountId, hint: noteHint(object) }])
}
