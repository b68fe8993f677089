import { type Static, Type } from 'typebox'
import { noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Id, Instant, Int, JustId, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Notes'

/** Classes whose objects can have notes. */
export const noteClasses = ['charge_point', 'site', 'client', 'card', 'car', 'transaction'] as const
export type NoteClass = (typeof noteClasses)[number]

export const noteLimits = { text: 2000, perObject: 500 } as const

const Note = Type.Object({
  id: Id,
  text: Text,
  username: Nullable(Text),
  created: Instant,
  lastupdate: Instant,
  /** True if the text was changed after it had been added. */
  edited: Bool,
  version_no: Int,
})
export type Note = Static<typeof Note>

// The handlers check rights on the class and the object that the note is about.
const of = { subject, may: 'operator', use: noClassIn(['crm']) } as const

export const noteList = endpoint({
  ...of,
  path: '/note/list',
  summary: 'Notes about an object, newest first; users of a client see those of their client',
  names: 'object',
  query: true,
  body: Type.Object({ classcode: Words(noteClasses), id: Id }, closed),
  answer: Type.Array(Note),
})

export const noteSet = endpoint({
  ...of,
  path: '/note/set',
  summary: 'Add a note about an object (id null; classcode and object are required) or change its text',
  body: Type.Object(
    {
      id: Nullable(Id),
      classcode: Optional(Words(noteClasses)),
      object: Optional(Id),
      text: Type.String({ minLength: 1, maxLength: noteLimits.text }),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Note,
})

export const noteDelete = endpoint({
  ...of,
  path: '/note/delete',
  summary: 'Delete a note',
  body: JustId,
  answer: Done,
})
