import { Type } from 'typebox'
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
  Num,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Transactions'

/**
 * `running`: no stop was told. `finished`: stopped and sound. `held`: stopped, waits for a person
 * (implausible energy, or ended without a stop).
 */
export const transactionStates = ['running', 'finished', 'held'] as const

/** A charging session as the station told it. Energies are Wh, powers W. */
export const StationTransaction = Type.Object({
  id: Id,
  transactionid: Int,
  stationid: Id,
  identity: Text,
  stationlabel: Nullable(Text),
  connectorid: Int,
  code: Text,
  cardid: Nullable(Id),
  cardname: Nullable(Text),
  decision: Text,
  reservationid: Nullable(Int),
  datestart: Instant,
  datestop: Nullable(Instant),
  meterstart: Int,
  meterstop: Nullable(Int),
  energy: Num,
  duration: Int,
  power: Nullable(Num),
  soc: Nullable(Num),
  readingsat: Nullable(Instant),
  reason: Nullable(Text),
  statecode: Words(transactionStates),
  statename: Text,
  flags: Type.Array(Text),
  receivedstart: Instant,
  receivedstop: Nullable(Instant),
})

export const transactionList = endpoint({
  path: '/charge_point/transaction/list',
  subject,
  summary: 'Charging sessions of the stations the caller may see',
  may: 'user',
  csv: true,
  body: ListQuery,
  answer: Type.Array(StationTransaction),
})
export const transactionCount = endpoint({
  path: '/charge_point/transaction/count',
  subject,
  summary: 'How many sessions match',
  may: 'user',
  body: ListQuery,
  answer: Count,
})
export const transactionGet = endpoint({
  path: '/charge_point/transaction/get',
  subject,
  summary: 'One charging session, by id or by the number the station uses',
  may: 'user',
  body: Type.Object({ id: Optional(Id), transactionid: Optional(Int) }, closed),
  answer: StationTransaction,
})
export const transactionSum = endpoint({
  path: '/charge_point/transaction/sum',
  subject,
  summary: 'Energy (Wh) and number of the sessions that match',
  may: 'user',
  body: ListQuery,
  answer: Type.Object({ sum: Num, count: Int }),
})

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
  summary: 'Meter values as they were told, newest first; needs a transactionid or a stationid in the filter',
  may: 'user',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Sample),
})

/** Curves for a chart: one array of instants (ms since 1970), one value or null per instant and curve. */
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
  subject,
  may: 'user',
  summary:
    'Power (W), energy since the start (Wh), state of charge (%), current (A) and voltage (V), thinned to at most `points`; null where no data came',
  body: Type.Object(
    {
      transactionid: Optional(Int),
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
      transactionid: Optional(Int),
      note: Optional(Type.String({ maxLength: 500 })),
    },
    closed,
  ),
  answer: QuarantineRow,
})
export const transactionSettle = endpoint({
  path: '/charge_point/transaction/settle',
  subject,
  may: 'operator',
  summary:
    'Settle a held session: end one that was never stopped with its last meter value, or accept its energy',
  body: Type.Object({ id: Id, note: Optional(Type.String({ maxLength: 500 })) }, closed),
  answer: StationTransaction,
})

export const reservationStates = ['requested', 'active', 'used', 'cancelled', 'expired', 'refused'] as const
export const Reservation = Type.Object({
  id: Id,
  reservationid: Int,
  stationid: Id,
  identity: Text,
  connectorid: Int,
  code: Text,
  cardid: Nullable(Id),
  parentcode: Nullable(Text),
  volume: Nullable(Num),
  datestart: Instant,
  datestop: Nullable(Instant),
  expirydate: Instant,
  statecode: Words(reservationStates),
  statename: Text,
  transactionid: Nullable(Int),
  created: Instant,
})
export const reservationList = endpoint({
  path: '/charge_point/reservation/list',
  subject,
  summary: 'Reservations',
  may: 'user',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Reservation),
})
export const reservationCount = endpoint({
  path: '/charge_point/reservation/count',
  subject,
  summary: 'How many reservations match',
  may: 'user',
  body: ListQuery,
  answer: Count,
})

const CentralQuery = Type.Object(
  { identity: Text, dateFrom: Optional(Instant), dateTo: Optional(Instant), activeOnly: Optional(Bool) },
  closed,
)
export const centralTransactions = endpoint({
  path: '/CentralSystem/TransactionList',
  subject: 'OCPP tools',
  summary: 'Sessions of one station',
  may: 'operator',
  body: CentralQuery,
  answer: Type.Array(StationTransaction),
})
export const centralReservations = endpoint({
  path: '/CentralSystem/ReservationList',
  subject: 'OCPP tools',
  summary: 'Reservations of one station',
  may: 'operator',
  body: CentralQuery,
  answer: Type.Array(Reservation),
})
