import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Count, Id, Instant, Int, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'Notices'

export const noticeStatuses = ['new', 'read'] as const
export const noticeSeverities = ['info', 'warning', 'error'] as const
/** Notices that a user gets by e-mail; `important`: warnings and errors. */
export const noticeMailChoices = ['off', 'important', 'all'] as const
/** Maximum mails with notices per user and hour; the next mail contains the remaining notices. */
export const maxNoticeMails = 5
/** Maximum number per call. */
export const maxNotices = 500

/** A notice of a user or a script for the caller. */
export const Notice = Type.Object({
  id: Id,
  created: Instant,
  text: Text,
  severity: Words(noticeSeverities),
  status: Words(noticeStatuses),
  read: Nullable(Instant),
  /** Class of the object concerned. */
  objectclass: Nullable(Text),
  object: Nullable(Id),
  objectlabel: Nullable(Text),
})

const Ids = Type.Array(Id, { minItems: 1, maxItems: maxNotices })
/** Number of changed notices: the caller's own that were not in this state already. */
const Changed = Type.Object({ count: Int })

export const noticeList = endpoint({
  path: '/notice/list',
  subject,
  summary: "The caller's own notices, the newest first",
  may: 'user',
  use: noClass,
  // always the caller's own, whatever is requested; script-posts.test.ts checks it
  names: 'nothing',
  body: ListQuery,
  answer: Type.Array(Notice),
})

export const noticeCount = endpoint({
  path: '/notice/count',
  subject,
  summary: "How many of the caller's own notices match",
  may: 'user',
  use: noClass,
  // always the caller's own, whatever is requested; script-posts.test.ts checks it
  names: 'nothing',
  body: ListQuery,
  answer: Count,
})

export const noticeMark = endpoint({
  path: '/notice/mark',
  subject,
  summary: "Mark the caller's notices as read or unread",
  may: 'user',
  use: noClass,
  body: Type.Object({ ids: Ids, status: Words(noticeStatuses) }, closed),
  answer: Changed,
})

export const noticeDelete = endpoint({
  path: '/notice/delete',
  subject,
  summary: "Delete the caller's notices",
  may: 'user',
  use: noClass,
  body: Type.Object({ ids: Ids }, closed),
  answer: Changed,
})
