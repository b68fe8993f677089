import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Bool, ById, Count, Id, Instant, Int, JustId, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'Posts'

export const postStates = ['queued', 'sent', 'failed'] as const

const columns = {
  id: Id,
  created: Instant,
  state: Words(postStates),
  /** Scheme, host and port; the rest of the address may be a secret, and only `get` answers it. */
  origin: Text,
  tries: Int,
  /** When it is tried next; of posts that wait. */
  due: Nullable(Instant),
  /** The status of the last answer; null when none came. */
  httpstatus: Nullable(Int),
  /** What went wrong with the last try. */
  error: Nullable(Text),
  /** When it was taken, or given up. */
  ended: Nullable(Instant),
  /** The event whose script wanted it. */
  eventid: Nullable(Id),
  eventlabel: Nullable(Text),
  /** The class of that event, or where it is gone of the object. */
  classcode: Nullable(Text),
  /** The object for which the script ran. */
  object: Nullable(Text),
  accountname: Nullable(Text),
  /** It has failed and can be sent again. */
  sendable: Bool,
}
export const ScriptPost = Type.Object(columns)

export const postList = endpoint({
  path: '/admin/post/list',
  subject,
  summary: 'What scripts of events have posted to web addresses in the last weeks: waiting, sent and failed',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(ScriptPost),
})

export const postCount = endpoint({
  path: '/admin/post/count',
  subject,
  summary: 'How many posts match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})

export const postGet = endpoint({
  path: '/admin/post/get',
  subject,
  summary: 'One post with its whole address and what was sent',
  may: 'admin',
  body: ById,
  answer: Type.Object({ ...columns, url: Text, body: Text }),
})

export const postSendAgain = endpoint({
  path: '/admin/post/send-again',
  subject,
  summary: 'Send a post that has failed again, with all its tries and the same idempotency key',
  may: 'admin',
  body: JustId,
  answer: ScriptPost,
})
