import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ClassName } from './session.ts'
import { Bool, closed, Id, Optional, Text, Words } from './shapes.ts'

const subject = 'Rights'

/** a access, c create, s select, u update, d delete. */
const Verbs = Type.Object({ a: Bool, c: Bool, s: Bool, u: Bool, d: Bool }, closed)
const SomeVerbs = Type.Object(
  { a: Optional(Bool), c: Optional(Bool), s: Optional(Bool), u: Optional(Bool), d: Optional(Bool) },
  closed,
)
const ClassRight = Type.Object({
  classcode: Text,
  subjecttype: Words(['group', 'user'] as const),
  subjectid: Id,
  subjectcode: Text,
  subjectname: Text,
  allow: Verbs,
  deny: Verbs,
})
export const classAccessList = endpoint({
  path: '/workflow/class/access/list',
  subject,
  summary: 'What groups and people are allowed and denied beyond the defaults of their interface',
  may: 'admin',
  body: Type.Object({ class: Optional(ClassName), group: Optional(Id), user: Optional(Id) }, closed),
  answer: Type.Array(ClassRight),
})
export const classAccessSet = endpoint({
  path: '/workflow/class/access/set',
  names: 'object',
  subject,
  summary:
    'Allow and deny one group or one person; deny wins, groups are OR-ed. What is left out is neither; administrators are not bound',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      class: ClassName,
      group: Optional(Id),
      user: Optional(Id),
      allow: Optional(SomeVerbs),
      deny: Optional(SomeVerbs),
    },
    closed,
  ),
  answer: Type.Array(ClassRight),
})
