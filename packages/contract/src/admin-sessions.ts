import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Count, Done, Id, Instant, Int, JustId, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'People'

export const sessionStates = ['active', 'ended'] as const
const AnySession = Type.Object({
  id: Id,
  userid: Id,
  username: Text,
  name: Text,
  accountname: Text,
  host: Nullable(Text),
  agent: Nullable(Text),
  statecode: Words(sessionStates),
  /** Reason of its end, if a user ended it. */
  statustext: Nullable(Text),
  created: Instant,
  lastactivity: Instant,
  expires: Instant,
})
export const adminSessionList = endpoint({
  path: '/admin/session/list',
  subject,
  summary: 'Login sessions of users, the newest activity first; ended ones only if statecode is filtered',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(AnySession),
})
export const adminSessionCount = endpoint({
  path: '/admin/session/count',
  subject,
  summary: 'How many sessions match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})
export const adminSessionEnd = endpoint({
  path: '/admin/session/end',
  subject,
  summary: 'End a session',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustId,
  answer: Done,
})
export const signingKeyRotate = endpoint({
  path: '/admin/key/rotate',
  subject,
  summary: 'Sign new tokens with a new key; tokens signed with the old key stay valid until they expire',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object({}, closed),
  answer: Type.Object({ kid: Text, keys: Int }),
})
