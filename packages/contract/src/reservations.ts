import { Type } from 'typebox'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  ObjectMethods,
  Text,
  Words,
  stationPlace,
} from './shapes.ts'

const subject = 'Transactions'

export const reservationStates = ['requested', 'active', 'used', 'cancelled', 'expired', 'refused'] as const

export const Reservation = Type.Object({
  id: Id,
  reservationid: Int,
  stationid: Id,
  /** Empty if the caller does not see the station: one of another client, reserved for an own card. */
  identity: Text,
  /** Client of the station. */
  stationclient: Nullable(Id),
  ...stationPlace,
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
  methods: ObjectMethods,
})

export const reservationList = endpoint({
  path: '/charge_point/reservation/list',
  subject,
  summary: 'Reservations',
  may: 'user',
  use: sees('reservation'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Reservation),
})

export const reservationCount = endpoint({
  path: '/charge_point/reservation/count',
  subject,
  summary: 'How many reservations match',
  may: 'user',
  use: sees('reservation'),
  body: ListQuery,
  answer: Count,
})
