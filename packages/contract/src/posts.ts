import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, ById, Count, Id, Instant, Int, JustId, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'Posts'

export const postStates = ['queued', 'sent', 'failed'] as const

const columns = {
  id: Id,
  created: Instant,
  state: Words(postStates),
  /** Scheme, host and port; the rest of the address may be secret, and only `get` returns it. */
  origin: Text,
  tries: Int,
  /** Time of the next attempt, for waiting posts. */
  due: Nullable(Instant),
  /** Status of the last response; null if there was none. */
  httpstatus: Nullable(Int),
  /** Error of the last attempt. */
  error: Nullable(Text),
  /** Time of delivery or of the final failure. */
  ended: Nullable(Instant),
  /** Event whose script sent it. */
  eventid: Nullable(Id),
  eventlabel: Nullable(Text),
  /** Class of that event, or of the object if the event was deleted. */
  classcode: Nullable(Text),
  /** Object for which the script ran. */
  object: Nullable(Text),
  accountname: Nullable(Text),
  /** True if it failed and can be sent again. */
  sendable: Bool,
}
export const ScriptPost = Type.Object(columns)

export const postList = endpoint({
  path: '/admin/post/list',
  subject,
  summary: 'Posts of scripts to web addresses in the last weeks: waiting, sent and failed',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(ScriptPost),
})

export const postCount = endpoint({
  path: '/admin/post/count',
  subject,
  summary: 'How many posts match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})

export const postGet = endpoint({
  path: '/admin/post/get',
  subject,
  summary: 'One post with its full address and its body',
  may: 'admin',
  use: noClass,
  body: ById,
  answer: Type.Object({ ...columns, url: Text, body: Text }),
})

export const postSendAgain = endpoint({
  path: '/admin/post/send-again',
  subject,
  summary: 'Send a failed post again, with all its attempts and the same idempotency key',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: ScriptPost,
})
