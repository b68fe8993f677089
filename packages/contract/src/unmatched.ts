import { Type } from 'typebox'
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

/** What a station said and nothing here could be matched to: kept until a person has settled it. */
export const UnmatchedMessageRow = Type.Object({
  id: Id,
  stationid: Id,
  identity: Text,
  kind: Words(unmatchedKinds),
  action: Text,
  received: Instant,
  /** How often it came. */
  repeats: Int,
  reason: Text,
  candidate: Nullable(Int),
  settled: Nullable(Instant),
  settledby: Nullable(Text),
  settlement: Nullable(Text),
})

/** One of them with what the station sent, without the samples of a long message. */
export const UnmatchedMessage = Type.Object({
  ...UnmatchedMessageRow.properties,
  /** The newest copy, or the newest of those that an `overflow` row counts. */
  lastreceived: Instant,
  /** Energy in Wh that the transaction of `candidate` has now. */
  energy: Nullable(Int),
  /** Energy in Wh that applying the message sets: only of `stop-after-resolution`. */
  proposedenergy: Nullable(Int),
  payload: Text,
})

export const unmatchedGet = endpoint({
  path: '/charge_point/quarantine/get',
  subject,
  summary: 'One such message with its payload',
  may: 'operator',
  body: Type.Object({ id: Id }, closed),
  answer: UnmatchedMessage,
})

export const unmatchedList = endpoint({
  path: '/charge_point/quarantine/list',
  subject,
  summary: 'Messages that matched nothing',
  may: 'operator',
  csv: true,
  body: ListQuery,
  answer: Type.Array(UnmatchedMessageRow),
})

export const unmatchedCount = endpoint({
  path: '/charge_point/quarantine/count',
  subject,
  summary: 'How many such messages match',
  may: 'operator',
  body: ListQuery,
  answer: Count,
})

export const unmatchedResolve = endpoint({
  path: '/charge_point/unmatched/resolve',
  subject,
  may: 'operator',
  summary: 'Settle one: apply a stop to a transaction of the same station, or dismiss it with a note',
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
