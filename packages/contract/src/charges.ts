import { Type } from 'typebox'
import { noClassIn, peopleAreas, sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  Bool,
  ById,
  Count,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  ObjectMethods,
  Text,
  Words,
} from './shapes.ts'
import { MethodOffer } from './methods.ts'
import { idleEnds } from './tariff-definition.ts'

const subject = 'Charges'

export const chargeStates = ['proposed', 'processing', 'succeeded', 'refunded', 'cancelled'] as const
/** Services of charges, in the terms of OCPI; `FLAT` is a price per session. */
export const chargeServices = ['ENERGY', 'TIME', 'PARKING_TIME', 'FLAT', 'RESERVATION'] as const
export const chargeUnits = ['Wh', 's', 'count'] as const

/**
 * Price of a session: `running`: so far. `waiting`: it is computed shortly, or when the vehicle leaves. `failed`: it could not be computed, it is
 * tried again. `held`: it is not charged for the reason `holdreason`. `rated`: charged.
 */
export const priceStates = ['running', 'waiting', 'failed', 'held', 'rated'] as const
/** `proposed`: an invoice contains the earlier charges, so a user decides about the new ones. */
export const holdReasons = [
  'no_client',
  'no_tariff',
  'needs_review',
  'price_held',
  'proposed',
  'demo',
] as const

/** `price`: by an element. `step`: added by `step_size`. `grace`: free idle time. `minimum`: up to the minimum price. */
export const partReasons = ['price', 'step', 'grace', 'minimum'] as const

/** Part of a charge: one price over a time. `exact` is its amount before rounding, as decimal text. */
const Part = Type.Object({
  /** Null in a part that a step, the minimum price or a limit adds. */
  from: Nullable(Instant),
  to: Nullable(Instant),
  /** Wh, seconds or a number, as `unit` of the charge says. */
  quantity: Int,
  /** Place of the element in the tariff, from 0; null if none has the price. */
  element: Nullable(Int),
  /** Per kWh, hour or piece. */
  price: Nullable(Text),
  exact: Text,
  reason: Words(partReasons),
})

/** Amount for one service of a charging session. */
export const Charge = Type.Object({
  id: Id,
  /** Id of the session, and its number. */
  session: Id,
  transactionid: Int,
  reservationid: Nullable(Int),
  stationid: Id,
  /** Empty if the station was removed. */
  identity: Text,
  /** Name of the station when the charge was created. */
  label: Text,
  created: Instant,
  lastupdate: Instant,
  client: Id,
  clientcode: Nullable(Text),
  clientname: Nullable(Text),
  servicecode: Words(chargeServices),
  servicename: Text,
  /** Wh, seconds or a number, by `unit`. */
  volume: Int,
  unit: Words(chargeUnits),
  /** Per kWh, hour or piece; null if several prices apply. */
  price: Nullable(Text),
  amount: Amount,
  currency: Text,
  taxincluded: Bool,
  /** Basis points: 1900 is 19 %. */
  taxrate: Int,
  tariffversion: Id,
  tariffname: Nullable(Text),
  invoiceid: Nullable(Id),
  /** Number of the invoice; null until it is issued. */
  invoicecode: Nullable(Text),
  statecode: Words(chargeStates),
  statename: Text,
  rating: Id,
  /** Charge of an invoice that this one reverses. */
  reverses: Nullable(Id),
  methods: ObjectMethods,
})

export const chargeList = endpoint({
  path: '/transaction/list',
  subject,
  summary: 'Charges of sessions: what was or will be invoiced',
  may: 'user',
  use: sees('charge', peopleAreas),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Charge),
})

export const chargeCount = endpoint({
  path: '/transaction/count',
  subject,
  summary: 'How many charges match',
  may: 'user',
  use: sees('charge', peopleAreas),
  body: ListQuery,
  answer: Count,
})

export const chargeSum = endpoint({
  path: '/transaction/sum',
  subject,
  summary: 'Sums of the matching charges per currency, without cancelled and proposed ones',
  may: 'user',
  use: sees('charge', peopleAreas),
  body: ListQuery,
  answer: Type.Object({
    count: Int,
    sums: Type.Array(
      Type.Object({
        currency: Text,
        amount: Amount,
        /** Part that no invoice contains. */
        uninvoiced: Amount,
        count: Int,
      }),
    ),
  }),
})

export const chargeGet = endpoint({
  path: '/transaction/get',
  subject,
  summary: 'One charge, with the parts of its calculation',
  may: 'user',
  use: sees('charge', peopleAreas),
  body: ById,
  answer: Type.Object({ ...Charge.properties, parts: Type.Array(Part) }),
})

export const chargeMethod = endpoint({
  path: '/transaction/method',
  subject,
  summary: 'Methods that the caller can run on the charge now',
  may: 'user',
  use: sees('charge', peopleAreas),
  body: JustId,
  answer: Type.Array(MethodOffer),
})

/** Charge of a session without its place in lists. */
const CostLine = Type.Object({
  servicecode: Words(chargeServices),
  volume: Int,
  unit: Words(chargeUnits),
  price: Nullable(Text),
  amount: Amount,
  taxrate: Int,
  parts: Type.Array(Part),
})

const Proposal = Type.Object({
  rating: Id,
  /** One of its charges, on which `approve` and `reject` are run for all. */
  charge: Nullable(Id),
  cost: Amount,
  created: Instant,
})

/** Fee for occupying a connector without charging. */
export const IdleFee = Type.Object({
  /** When the free time ends, or ended. */
  from: Instant,
  /** In the currency of the cost. */
  perminute: Amount,
  /** Maximum of a session; null: none. */
  max: Nullable(Amount),
  /** End of the fee: the stop of the session, or the release of the connector after it. */
  until: Words(idleEnds),
})

/** Cost of one session. */
export const SessionCost = Type.Object({
  id: Id,
  pricestate: Nullable(Words(priceStates)),
  holdreason: Nullable(Words(holdReasons)),
  /** With tax; null if there is no price. */
  cost: Nullable(Amount),
  net: Nullable(Amount),
  tax: Nullable(Amount),
  currency: Nullable(Text),
  taxincluded: Bool,
  /** True while the session is running, and while the vehicle occupies the connector for a fee: the cost so far. */
  sofar: Bool,
  /** Time of the computation. */
  date: Nullable(Instant),
  tariffversion: Nullable(Id),
  tariffname: Nullable(Text),
  rating: Nullable(Id),
  revision: Nullable(Int),
  flags: Type.Array(Text),
  lines: Type.Array(CostLine),
  /** New price that a user has to approve, because an invoice contains the current one. */
  proposal: Nullable(Proposal),
  error: Nullable(Text),
  /** Idle fee that follows or applies; null while the vehicle charges, once the price is final, and without a fee. */
  idlefee: Nullable(IdleFee),
})

export const sessionCost = endpoint({
  path: '/charge_point/transaction/cost',
  subject,
  summary:
    'Cost of a charging session: so far while it is running or an idle fee applies, otherwise as charged',
  may: 'user',
  use: sees('transaction', peopleAreas),
  body: JustId,
  answer: SessionCost,
})

export const sessionRate = endpoint({
  path: '/charge_point/transaction/rate',
  subject,
  summary:
    'Compute the price of a session again, for example after its card got a client. Unchanged input changes nothing',
  may: 'operator',
  use: updates('transaction'),
  body: JustId,
  answer: Done,
})

const Reading = Type.Object({
  date: Instant,
  /** Meter reading. */
  wh: Int,
  kind: Words(['start', 'reading', 'stop'] as const),
})

/** Everything from which a price was computed, as stored with it. */
export const ratingGet = endpoint({
  path: '/transaction/rating/get',
  subject,
  summary: 'Input and result of the price of a session, as stored when it was computed',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: JustId,
  answer: Type.Object({
    id: Id,
    session: Id,
    revision: Int,
    created: Instant,
    engine: Int,
    /** SHA-256 of the stored input, in hexadecimal. */
    hash: Text,
    currency: Nullable(Text),
    net: Nullable(Amount),
    tax: Nullable(Amount),
    gross: Nullable(Amount),
    taxincluded: Bool,
    flags: Type.Array(Text),
    holdreason: Nullable(Words(holdReasons)),
    tariffversion: Nullable(Id),
    tariffname: Nullable(Text),
    /** Offset from UTC in minutes at the start of the session. */
    utcoffset: Int,
    timestrusted: Bool,
    /** Meter readings that count, at most 1,000; the first and the last are always among them. */
    readings: Type.Array(Reading),
    lines: Type.Array(CostLine),
  }),
})

export const ratingRecompute = endpoint({
  path: '/transaction/rating/recompute',
  subject,
  summary: 'Compute a price again with its engine and its stored input, and compare. Nothing is changed',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: JustId,
  answer: Type.Object({
    equal: Bool,
    engine: Int,
    hash: Text,
    /** False if the stored input is not that of the hash. */
    intact: Bool,
    stored: Nullable(Amount),
    computed: Nullable(Amount),
    currency: Nullable(Text),
    date: Instant,
  }),
})
