import { Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  Text,
  TransactionNumber,
  Words,
} from './shapes.ts'

const subject = 'Transactions'

export const unmatchedKinds = [
  'stop-unknown',
  'stop-foreign',
  'stop-conflict',
  'stop-after-resolution',
  'meter-unknown',
  'meter-foreign',
  'start-conflict',
  'unreadable',
  'overflow',
] as const

/** Message of a station that matches no transaction: stored until a user has resolved it. */
export const UnmatchedMessageRow = Type.Object({
  id: Id,
  stationid: Id,
  identity: Text,
  kind: Words(unmatchedKinds),
  action: Text,
  received: Instant,
  /** Number of copies received. */
  repeats: Int,
  reason: Text,
  candidate: Nullable(Int),
  resolved: Nullable(Instant),
  resolvedby: Nullable(Text),
  resolution: Nullable(Text),
})

/** An unmatched message with the request of the station, without the samples of a long message. */
export const UnmatchedMessage = Type.Object({
  ...UnmatchedMessageRow.properties,
  /** The newest copy, or the newest of the messages counted by an `overflow` row. */
  lastreceived: Instant,
  /** Current energy in Wh of the transaction of `candidate`. */
  energy: Nullable(Int),
  /** Energy in Wh that applying the message sets: only for `stop-after-resolution`. */
  proposedenergy: Nullable(Int),
  payload: Text,
})

export const unmatchedGet = endpoint({
  path: '/charge_point/unmatched/get',
  subject,
  summary: 'One unmatched message with its payload',
  may: 'operator',
  use: sees('transaction'),
  body: Type.Object({ id: Id }, closed),
  answer: UnmatchedMessage,
})

export const unmatchedList = endpoint({
  path: '/charge_point/unmatched/list',
  subject,
  summary: 'Unmatched messages',
  may: 'operator',
  use: sees('transaction'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(UnmatchedMessageRow),
})

export const unmatchedCount = endpoint({
  path: '/charge_point/unmatched/count',
  subject,
  summary: 'How many unmatched messages match',
  may: 'operator',
  use: sees('transaction'),
  body: ListQuery,
  answer: Count,
})

export const unmatchedResolve = endpoint({
  path: '/charge_point/unmatched/resolve',
  subject,
  may: 'operator',
  use: updates('transaction'),
  summary:
    'Resolve an unmatched message: apply a stop to a transaction of the same station, or dismiss it with a note',
  body: Type.Object(
    {
      id: Id,
      action: Words(['apply', 'dismiss'] as const),
      transactionid: Optional(TransactionNumber),
      note: Optional(Type.String({ maxLength: 500 })),
    },
    closed,
  ),
  answer: UnmatchedMessageRow,
})
