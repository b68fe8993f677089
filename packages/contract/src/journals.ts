import { type TObject, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  ById,
  Bool,
  closed,
  Count,
  Filter,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  Optional,
  SearchTerm,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Journals'

/** Counts of journals end here, which then means so many or more: counting millions of rows takes seconds. */
export const mostCounted = 10_000
/** A search looks at so many entries at a time: what that takes is the same however long the journal is. */
export const mostSearched = 10_000

/** A text is looked for anywhere in the entries that match filter and search. */
const JournalSearch = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 200 }),
    filter: Optional(Filter),
    search: Optional(Type.Array(SearchTerm)),
    oldestfirst: Optional(Bool),
    reclimit: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    /** Go on behind this entry. */
    after: Optional(Id),
  },
  closed,
)

/** The ways into a journal: entries, how many, one, and a text in them. */
const journal = <Row extends TObject>(
  path: string,
  row: Row,
  words: { list: string; counted: string; get: string; text: string },
) => ({
  list: endpoint({
    path: `${path}/list`,
    subject,
    summary: words.list,
    may: 'admin',
    csv: true,
    body: ListQuery,
    answer: Type.Array(row),
  }),
  count: endpoint({
    path: `${path}/count`,
    subject,
    summary: `How many ${words.counted} match; counted up to ${mostCounted}`,
    may: 'admin',
    body: ListQuery,
    answer: Count,
  }),
  get: endpoint({
    path: `${path}/get`,
    subject,
    summary: words.get,
    may: 'admin',
    body: ById,
    answer: row,
  }),
  search: endpoint({
    path: `${path}/search`,
    subject,
    summary: `Looks for a text (${words.text}) through the next ${mostSearched} entries; call it again with the id of \`until\` as \`after\` until that is null`,
    may: 'admin',
    csv: true,
    body: JournalSearch,
    answer: Type.Object({
      rows: Type.Array(row),
      /** How far the search has come; null when it has come to the end. */
      until: Nullable(Type.Object({ id: Id, datetime: Instant })),
    }),
  }),
})

export const ApiLogRow = Type.Object({
  /** The correlation id of the call. */
  id: Id,
  datetime: Instant,
  accountid: Nullable(Id),
  userid: Nullable(Id),
  username: Nullable(Text),
  session: Nullable(Id),
  path: Text,
  /** JSON without secrets, cut; null where callers need not be known, and where counted calls differ in it. */
  parameters: Nullable(Text),
  runtime: Num,
  status: Int,
  address: Text,
  /**
   * Calls of a minute that this entry stands for. More than one where calls were repeated: id, time and duration are
   * those of the last one. Path and address are `*` where there were too many callers to tell them apart.
   */
  calls: Int,
})

export const {
  list: apiLogList,
  count: apiLogCount,
  get: apiLogGet,
  search: apiLogSearch,
} = journal('/admin/api/log', ApiLogRow, {
  list: 'Calls of this interface, newest first',
  counted: 'calls',
  get: 'One call, by its correlation id',
  text: 'path, parameters, address, person and id',
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

export const {
  list: eventLogList,
  count: eventLogCount,
  get: eventLogGet,
  search: eventLogSearch,
} = journal('/admin/event/log', EventLogRow, {
  list: 'Failures, locks and refusals, and as messages sign-ins, starts of the server, and users, stations and settings that were changed; newest first',
  counted: 'events',
  get: 'One event',
  text: 'event, text, object, source, person and correlation',
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

export const {
  list: auditList,
  count: auditCount,
  get: auditGet,
  search: auditSearch,
} = journal('/admin/audit', AuditRow, {
  list: 'What people, scripts and the system changed, newest first',
  counted: 'entries',
  get: 'One entry of the audit trail',
  text: 'object, class, action, person, correlation, and what was before and after',
})

/**
 * What is wrong with a chain. `missing`: entries were removed. `changed`: an entry does not say what was sealed.
 * `rewritten`: entries fit each other but not what was signed. `signature`: a signature is not that of this
 * installation's key. `cut`: the end is missing. `replaced`: the entry is not the one that this server sealed. `foreign`:
 * entries outside of the chain were not written by a server of this installation. `time`: entries wait outside of the
 * chain with a time that is not credible. `trigger`: the tables have a trigger or rule that can suppress entries.
 */
export const chainBreaks = [
  'missing',
  'changed',
  'rewritten',
  'signature',
  'cut',
  'replaced',
  'foreign',
  'time',
  'trigger',
] as const

export const auditVerify = endpoint({
  path: '/admin/audit/verify',
  subject,
  summary:
    'Checks a slice of the chain behind the number `after`; call it again with `until` as `after` until `isdone`',
  may: 'admin',
  body: Type.Object(
    {
      after: Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
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
