import { Type } from 'typebox'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  closed,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  Optional,
  Text,
  TransactionNumber,
} from './shapes.ts'

const subject = 'Transactions'

const Sample = Type.Object({
  id: Text,
  stationid: Id,
  connectorid: Int,
  transactionid: Nullable(Int),
  datetime: Instant,
  measurand: Text,
  phase: Nullable(Text),
  location: Nullable(Text),
  unit: Nullable(Text),
  context: Nullable(Text),
  value: Nullable(Num),
  raw: Nullable(Text),
})

export const meterValueList = endpoint({
  path: '/meter_value/list',
  subject,
  summary: 'Meter values as reported, newest first; requires a transactionid or a stationid in the filter',
  may: 'user',
  use: sees('transaction'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Sample),
})

/** Program with which clients verify signed meter values, and its address. */
export const transparencySoftware = {
  name: 'S.A.F.E. Transparenzsoftware',
  address: 'https://transparenz.software',
} as const

export const SignedValue = Type.Object({
  id: Text,
  stationid: Id,
  connectorid: Int,
  transactionid: Nullable(Int),
  datetime: Instant,
  measurand: Text,
  context: Nullable(Text),
  /** As the station wrote it, for software that verifies the signature. */
  value: Text,
  /** Newest public key that the station has reported for the meter. */
  publickey: Nullable(Text),
})

/** Most signed values in a file of a session: more than a station can store for one (docs/limits.md, L139). */
export const maxSignedValuesInFile = 5_000

export const signedValueList = endpoint({
  path: '/meter_value/signed/list',
  subject,
  summary:
    'Signed meter values as reported, newest first; requires a transactionid or a stationid in the filter',
  may: 'user',
  use: sees('transaction'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(SignedValue),
})

/** Curves of a chart: one array of instants (ms since 1970), one value or null per instant and curve. */
export const MeterSeries = Type.Object({
  transactionid: Nullable(Int),
  from: Instant,
  to: Instant,
  stepms: Int,
  at: Type.Array(Num),
  power: Type.Array(Nullable(Num)),
  energy: Type.Array(Nullable(Num)),
  soc: Type.Array(Nullable(Num)),
  current: Type.Array(Nullable(Num)),
  voltage: Type.Array(Nullable(Num)),
})

export const meterSeries = endpoint({
  path: '/meter_value/series',
  query: true,
  names: 'object',
  subject,
  may: 'user',
  use: sees('transaction'),
  summary:
    'Power (W), energy since the start (Wh), state of charge (%), current (A) and voltage (V), thinned to at most `points`; null where no data came',
  body: Type.Object(
    {
      transactionid: Optional(TransactionNumber),
      stationid: Optional(Id),
      connectorid: Optional(Int),
      from: Optional(Instant),
      to: Optional(Instant),
      points: Optional(Type.Integer({ minimum: 10, maximum: 2000 })),
    },
    closed,
  ),
  answer: MeterSeries,
})
