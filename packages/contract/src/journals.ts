import { type TObject, Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  ById,
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  Optional,
  searchInParts,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Journals'

/** Counts of journals stop here, which then means this many or more: counting millions of rows takes seconds. */
export const maxCounted = 10_000
/**
 * Number of entries that a search reads per step, so that its cost does not depend on the length of the
 * journal.
 */
export const maxSearched = 10_000

/** Searches for a text in the entries that match filter and search. */
const JournalSearch = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 200 }),
    ...searchInParts,
    /** Continue after this entry. */
    after: Optional(Id),
  },
  closed,
)

/** Declares the endpoints of a journal: list, count, get, and search. */
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
    use: noClass,
    csv: true,
    body: ListQuery,
    answer: Type.Array(row),
  }),
  count: endpoint({
    path: `${path}/count`,
    subject,
    summary: `How many ${words.counted} match; counted up to ${maxCounted}`,
    may: 'admin',
    use: noClass,
    body: ListQuery,
    answer: Count,
  }),
  get: endpoint({
    path: `${path}/get`,
    subject,
    summary: words.get,
    may: 'admin',
    use: noClass,
    body: ById,
    answer: row,
  }),
  search: endpoint({
    path: `${path}/search`,
    subject,
    summary: `Looks for a text (${words.text}) through the next ${maxSearched} entries; call it again with the id of \`until\` as \`after\` until that is null`,
    may: 'admin',
    use: noClass,
    csv: true,
    body: JournalSearch,
    answer: Type.Object({
      rows: Type.Array(row),
      /** Position that the search has reached; null at the end. */
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
  /** JSON without secrets, truncated; null for calls without sign-in, and if merged calls differ in it. */
  parameters: Nullable(Text),
  runtime: Num,
  status: Int,
  address: Text,
  /**
   * Number of calls within a minute that this entry represents. If more than one: id, time and duration are
   * those of the last one. Path and address are `*` if there were too many callers to list them separately.
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
  /** Position in the chain; null until the entry is sealed, shortly after it was written. */
  number: Nullable(Int),
  actor: Words(auditActors),
  userid: Nullable(Id),
  username: Nullable(Text),
  session: Nullable(Id),
  /** Event whose script acted, or the reason of a system action. */
  via: Nullable(Text),
  accountid: Nullable(Id),
  kind: Words(auditKinds),
  classcode: Text,
  objectid: Nullable(Text),
  label: Text,
  action: Text,
  correlation: Nullable(Text),
  /** Previous values of the changed fields. */
  before: Nullable(Fields),
  /** New values of the changed fields. */
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
 * Defects of a chain. `missing`: entries were removed. `changed`: an entry differs from what was sealed.
 * `rewritten`: entries match each other but not the signed state. `signature`: a signature was not made with
 * this installation's key. `cut`: the end is missing. `replaced`: the entry is not the one that this server
 * sealed. `foreign`: entries outside the chain were not written by a server of this installation. `time`:
 * entries outside the chain have an implausible time. `trigger`: the tables have a trigger or rule that can
 * suppress entries.
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
    'Verify a part of the chain after the number `after`; call it again with `until` as `after` until `isdone`',
  may: 'admin',
  use: noClass,
  body: Type.Object(
    {
      after: Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      /** Maximum number of entries to check. */
      most: Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    },
    closed,
  ),
  answer: Type.Object({
    /** Number up to which the chain is valid, as far as it was checked. */
    until: Int,
    /** Expected last number. */
    total: Int,
    isdone: Bool,
    /** First defect of the chain; later entries are not checked. */
    broken: Nullable(
      Type.Object({
        reason: Words(chainBreaks),
        number: Int,
        /** Last affected number. */
        until: Int,
        id: Nullable(Id),
        datetime: Nullable(Instant),
        label: Nullable(Text),
      }),
    ),
    /** Entries that are not sealed yet. */
    unsealed: Int,
  }),
})
