import { Type } from 'typebox'
import { holdReasons, priceStates } from './charges.ts'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Num,
  ObjectMethods,
  Optional,
  stationPlace,
  Text,
  TransactionNumber,
  Words,
} from './shapes.ts'

const subject = 'Transactions'

/**
 * `running`: no stop was reported. `finished`: stopped and plausible. `held`: needs review (implausible
 * energy, or ended without a stop).
 */
export const transactionStates = ['running', 'finished', 'needs_review'] as const

/** A transaction as the station reported it. Energies are Wh, powers W. */
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
  /** Client that the card had at the start. */
  client: Nullable(Id),
  clientname: Nullable(Text),
  /** Client of the station. */
  stationclient: Nullable(Id),
  stationclientname: Nullable(Text),
  ...stationPlace,
  decision: Text,
  /** Access rule that refused the card. */
  accessrule: Nullable(Id),
  /** Why the card was refused, apart from its own state and access rules. */
  refusalreason: Nullable(Words(['balance_too_low'])),
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
  methods: ObjectMethods,
  /** Version of OCPP, such as `ocpp1.6`. */
  protocol: Text,
  /** Id by which the station names the transaction; in OCPP 1.6 the number that it got. */
  stationref: Nullable(Text),
  /** Type of the card's token as in OCPP 2.x; null: any physical one. */
  tokentype: Nullable(Text),
  dateauthorised: Nullable(Instant),
  /** First meter value above the start, or first state Charging. */
  dateenergystart: Nullable(Instant),
  /** Newest state of the connector before the vehicle left. */
  chargingstate: Nullable(Text),
  /** The remote start that led to it. */
  commandid: Nullable(Id),
  /** Number of the session that it continues after a loss of power. */
  continues: Nullable(Int),
  /** Car that the driver chose at the start. */
  car: Nullable(Id),
  /** Number plate of the car. */
  carplate: Nullable(Text),
  carlabel: Nullable(Text),
  /** Number of corrections after its end. */
  revision: Int,
  /** Price with tax, so far while it is running; null if there is none, or another client pays it. */
  cost: Nullable(Amount),
  currency: Nullable(Text),
  pricestate: Nullable(Words(priceStates)),
  holdreason: Nullable(Words(holdReasons)),
})

/** One transaction in detail. */
const TransactionDetail = Type.Object({
  ...StationTransaction.properties,
  /** Number of the session that continues it after a loss of power. */
  continuedby: Nullable(Int),
  /** States that its connector reported from its start until the vehicle left; `date` is the station's time. */
  states: Type.Array(Type.Object({ state: Text, date: Instant, received: Instant })),
})

export const transactionList = endpoint({
  path: '/charge_point/transaction/list',
  subject,
  summary: 'Charging sessions of the stations the caller may see',
  may: 'user',
  use: sees('transaction'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(StationTransaction),
})

export const transactionCount = endpoint({
  path: '/charge_point/transaction/count',
  subject,
  summary: 'How many sessions match',
  may: 'user',
  use: sees('transaction'),
  body: ListQuery,
  answer: Count,
})

export const transactionGet = endpoint({
  path: '/charge_point/transaction/get',
  subject,
  summary: 'One charging session, by id or by the number the station uses',
  may: 'user',
  use: sees('transaction'),
  body: Type.Object({ id: Optional(Id), transactionid: Optional(TransactionNumber) }, closed),
  answer: TransactionDetail,
})

export const transactionSum = endpoint({
  path: '/charge_point/transaction/sum',
  subject,
  summary: 'Energy (Wh) and number of the sessions that match',
  may: 'user',
  use: sees('transaction'),
  body: ListQuery,
  answer: Type.Object({ sum: Num, count: Int }),
})

export const transactionResolve = endpoint({
  path: '/charge_point/transaction/resolve',
  subject,
  may: 'operator',
  use: updates('transaction'),
  summary:
    'Resolve a transaction that needs review (`needs_review`): accept its energy. Also ends a `running` one with its last meter value; 400 if its station is connected and still charging',
  body: Type.Object({ id: Id, note: Optional(Type.String({ maxLength: 500 })) }, closed),
  answer: TransactionDetail,
})
