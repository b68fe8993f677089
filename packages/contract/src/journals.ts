import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  ById,
  Bool,
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Journals'

/** Counts of journals end here, which then means so many or more: counting millions of rows takes seconds. */
export const mostCounted = 10_000
export const ApiLogRow = Type.Object({
  /** The correlation id of the call. */
  id: Id,
  datetime: Instant,
  accountid: Nullable(Id),
  userid: Nullable(Id),
  username: Nullable(Text),
  session: Nullable(Id),
  path: Text,
  /** JSON without secrets, cut; null where callers need not be known. */
  parameters: Nullable(Text),
  runtime: Num,
  status: Int,
  address: Text,
})

export const apiLogList = endpoint({
  path: '/admin/api/log/list',
  subject,
  summary: 'Calls of this interface, newest first',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(ApiLogRow),
})
export const apiLogCount = endpoint({
  path: '/admin/api/log/count',
  subject,
  summary: `How many calls match; counted up to ${mostCounted}`,
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const apiLogGet = endpoint({
  path: '/admin/api/log/get',
  subject,
  summary: 'One call, by its correlation id',
  may: 'admin',
  body: ById,
  answer: ApiLogRow,
})

export const eventTypes = ['message', 'warning', 'error', 'debug'] as const

export const EventLogRow = Type.Object({
  id: Id,
  datetime: Instant,
  type: Words(eventTypes),
  code: Text,
  event: Text,
  text: Text,
  accountid: Nullable(Id),
  userid: Nullable(Id),
  username: Nullable(Text),
  session: Nullable(Id),
  object: Nullable(Text),
  correlation: Nullable(Text),
})

export const eventLogList = endpoint({
  path: '/admin/event/log/list',
  subject,
  summary: 'What the server itself told: failures, locks, refusals; newest first',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(EventLogRow),
})
export const eventLogCount = endpoint({
  path: '/admin/event/log/count',
  subject,
  summary: `How many events match; counted up to ${mostCounted}`,
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const eventLogGet = endpoint({
  path: '/admin/event/log/get',
  subject,
  summary: 'One event',
  may: 'admin',
  body: ById,
  answer: EventLogRow,
})

export const auditKinds = ['change', 'command', 'right', 'method', 'price'] as const
export const auditActors = ['person', 'script', 'system'] as const

const Fields = Type.Record(Text, Type.Unknown())

export const AuditRow = Type.Object({
  id: Id,
  datetime: Instant,
  /** The place in the chain; null until the entry was sealed, a moment after it was written. */
  number: Nullable(Int),
  actor: Words(auditActors),
  userid: Nullable(Id),
  username: Nullable(Text),
  session: Nullable(Id),
  /** The event whose script acted, or why the system did. */
  via: Nullable(Text),
  accountid: Nullable(Id),
  kind: Words(auditKinds),
  classcode: Text,
  objectid: Nullable(Text),
  label: Text,
  action: Text,
  correlation: Nullable(Text),
  /** The fields that changed, as they were. */
  before: Nullable(Fields),
  /** The fields that changed, as they are. */
  after: Nullable(Fields),
  /** SHA-256 over this entry and the hash of the one before, in hex. */
  hash: Nullable(Text),
})

export const auditList = endpoint({
  path: '/admin/audit/list',
  subject,
  summary: 'What people, scripts and the system changed, newest first',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(AuditRow),
})
export const auditCount = endpoint({
  path: '/admin/audit/count',
  subject,
  summary: `How many entries match; counted up to ${mostCounted}`,
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const auditGet = endpoint({
  path: '/admin/audit/get',
  subject,
  summary: 'One entry of the audit trail',
  may: 'admin',
  body: ById,
  answer: AuditRow,
})

/**
 * What is wrong with a chain. `missing`: entries were removed. `changed`: an entry does not say what was sealed.
 * `rewritten`: entries fit each other but not what was signed. `signature`: a signature is not that of this
 * installation's key. `cut`: the end is missing. `replaced`: the entry is not the one that this server sealed.
 */
export const chainBreaks = ['missing', 'changed', 'rewritten', 'signature', 'cut', 'replaced'] as const

export const auditVerify = endpoint({
  path: '/admin/audit/verify',
  subject,
  summary:
    'Checks a slice of the chain behind the number `after`; call it again with `until` as `after` until `isdone`',
  may: 'admin',
  body: Type.Object(
    {
      after: Optional(Type.Integer({ minimum: 0 })),
      /** Entries of the slice. */
      most: Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    },
    closed,
  ),
  answer: Type.Object({
    /** Up to which number the chain holds, as far as it was checked. */
    until: Int,
    /** The last number there should be. */
    total: Int,
    isdone: Bool,
    /** The first place where the chain does not hold; nothing behind it is checked. */
    broken: Nullable(
      Type.Object({
        reason: Words(chainBreaks),
        number: Int,
        /** The last of the numbers it is about. */
        until: Int,
        id: Nullable(Id),
        datetime: Nullable(Instant),
        label: Nullable(Text),
      }),
    ),
    /** Entries that were not sealed yet. */
    unsealed: Int,
  }),
})
