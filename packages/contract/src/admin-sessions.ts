import { Type } from 'typebox'
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
  summary: 'Sessions of people, the newest activity first; ended ones only where statecode is asked for',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(AnySession),
})
export const adminSessionCount = endpoint({
  path: '/admin/session/count',
  subject,
  summary: 'How many sessions match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const adminSessionEnd = endpoint({
  path: '/admin/session/end',
  subject,
  summary: 'End a session',
  may: 'admin',
  fresh: true,
  body: JustId,
  answer: Done,
})
export const signingKeyRotate = endpoint({
  path: '/admin/key/rotate',
  subject,
  summary: 'Sign tokens with a new key from now on; tokens of the old one stay good until they run out',
  may: 'admin',
  fresh: true,
  body: Type.Object({}, closed),
  answer: Type.Object({ kid: Text, keys: Int }),
})
