// Notes: internal texts of users about objects of several classes. Users of a client see and write notes of their
// client only; drivers see none. Not here: comments on incidents (incidents).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { deleteNote, listNotes, setNote } from './notes.ts'

export const registerNotes = (ctx: ModuleContext) => ({
  handlers: {
    noteList: (viewer, body) => listNotes(ctx, viewer, body),
    noteSet: (viewer, body) => setNote(ctx, viewer, body),
    noteDelete: (viewer, { id }) => deleteNote(ctx, viewer, id),
  } satisfies Handlers,
})
