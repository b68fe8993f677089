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

export const quarantineKinds = [
  'stop-unknown',
  'stop-foreign',
  'stop-conflict',
  'meter-unknown',
  'meter-foreign',
  'start-conflict',
  'unreadable',
] as const

/** What a station said and nothing here could be matched to: kept until a person has settled it. */
export const QuarantineRow = Type.Object({
  id: Id,
  stationid: Id,
  identity: Text,
  kind: Words(quarantineKinds),
  action: Text,
  received: Instant,
  reason: Text,
  payload: Text,
  candidate: Nullable(Int),
  settled: Nullable(Instant),
  settledby: Nullable(Text),
  settlement: Nullable(Text),
})

export const quarantineList = endpoint({
  path: '/charge_point/quarantine/list',
  subject,
  summary: 'Messages that matched nothing',
  may: 'operator',
  csv: true,
  body: ListQuery,
  answer: Type.Array(QuarantineRow),
})

export const quarantineCount = endpoint({
  path: '/charge_point/quarantine/count',
  subject,
  summary: 'How many such messages match',
  may: 'operator',
  body: ListQuery,
  answer: Count,
})

export const quarantineSettle = endpoint({
  path: '/charge_point/quarantine/settle',
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
  answer: QuarantineRow,
})
