import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Notices'

export const noticeStatuses = ['new', 'read'] as const
export const noticeSeverities = ['info', 'warning', 'error'] as const
/** Notices that a user gets by e-mail; `important`: warnings and errors. */
export const noticeMailChoices = ['off', 'important', 'all'] as const
/** Maximum mails with notices per user and hour; the next mail contains the remaining notices. */
export const maxNoticeMails = 5
/** Maximum number per call. */
export const maxNotices = 500

/** Kinds of notices that are also sent to the devices of drivers, by web push. */
export const pushKinds = ['session', 'queue', 'reservation', 'report', 'balance'] as const
/** Devices of a user to which notices are sent; a further one replaces the oldest. */
export const maxPushDevices = 10
/** Notices per user and hour that are sent to devices. */
export const maxPushes = 20

/** A notice of a user or a script for the caller. */
export const Notice = Type.Object({
  id: Id,
  created: Instant,
  text: Text,
  severity: Words(noticeSeverities),
  status: Words(noticeStatuses),
  /** Null for notices that are not sent to devices. */
  kind: Nullable(Words(pushKinds)),
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

/** Address at the push service of a browser. */
const PushEndpoint = Type.String({ minLength: 12, maxLength: 1_000 })

const PushSettings = Type.Object({
  /** Public key of the server (RFC 8292), as base64url. */
  key: Text,
  /** True if notices are sent to the device with the given endpoint. */
  on: Bool,
  /** Kinds that the user does not get on devices. */
  off: Type.Array(Words(pushKinds)),
})

export const noticePushGet = endpoint({
  path: '/notice/push/get',
  subject,
  summary: "The caller's choices of notices on devices, and whether a device gets them",
  may: 'user',
  use: noClass,
  body: Type.Object({ endpoint: Optional(PushEndpoint) }, closed),
  answer: PushSettings,
})

export const noticePushAdd = endpoint({
  path: '/notice/push/add',
  subject,
  summary: 'Send notices to a device of the caller by web push, until the caller signs out there',
  may: 'user',
  use: noClass,
  maxPerMinute: 20,
  body: Type.Object(
    {
      endpoint: PushEndpoint,
      /** Public key of the browser and its secret (RFC 8291), as base64url. */
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
    },
    closed,
  ),
  answer: PushSettings,
})

export const noticePushDelete = endpoint({
  path: '/notice/push/delete',
  subject,
  summary: 'Send no more notices to a device of the caller',
  may: 'user',
  use: noClass,
  body: Type.Object({ endpoint: PushEndpoint }, closed),
  answer: PushSettings,
})

export const noticePushSet = endpoint({
  path: '/notice/push/set',
  subject,
  summary: 'Choose the kinds of notices that the caller does not get on devices',
  may: 'user',
  use: noClass,
  body: Type.Object(
    {
      endpoint: Optional(PushEndpoint),
      off: Type.Array(Words(pushKinds), { maxItems: pushKinds.length, uniqueItems: true }),
    },
    closed,
  ),
  answer: PushSettings,
})
