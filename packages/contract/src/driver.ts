import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { sees } from './endpoint-use.ts'
import { Amount, Bool, closed, Id, Instant, Int, Nullable, Num, Optional, Text, Words } from './shapes.ts'
import { OpeningHours } from './sites.ts'
import { TariffDefinition } from './tariff-definition.ts'

const subject = 'Drivers'

/** Places that one request returns, the nearest first. */
export const maxDriverPlaces = 200
/** Energy of the charge whose price is compared, in kWh, unless the driver chooses another one. */
export const usualChargeKwh = 20

/** States of a connector for drivers, in the order in which a place shows its best one. */
export const driverConnectorStates = [
  'available',
  'preparing',
  'finishing',
  'charging',
  'reserved',
  'unavailable',
  'faulted',
  'offline',
] as const

const Position = {
  lat: Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Optional(Type.Number({ minimum: -180, maximum: 180 })),
}
const EnergyKwh = Optional(Type.Integer({ minimum: 1, maximum: 200 }))

/** A site, or a station without one, whose connectors the driver may use. */
const Place = Type.Object({
  id: Id,
  label: Text,
  address: Nullable(Text),
  postalcode: Nullable(Text),
  city: Nullable(Text),
  lat: Nullable(Num),
  lng: Nullable(Num),
  /** In metres; null without a position. */
  distance: Nullable(Int),
  /** Null if the opening hours are not known. */
  open: Nullable(Bool),
  private: Bool,
  /** True if it is one of the caller's favourites. */
  favourite: Bool,
  connectors: Int,
  available: Int,
  /** Best state of the connectors. */
  state: Words(driverConnectorStates),
  types: Type.Array(Text),
  /** Highest power in W. */
  power: Nullable(Num),
  /** Lowest price of the usual charge and its price per kWh, as decimal text with tax; null: no price is known. */
  estimate: Nullable(Text),
  perkwh: Nullable(Text),
  currency: Nullable(Text),
})

export const driverPlaceList = endpoint({
  path: '/driver/place/list',
  subject,
  summary:
    'Places where the caller may charge, the nearest first: public ones, and private ones that they are authorized for',
  may: 'user',
  use: sees('connector', ['driver']),
  query: true,
  body: Type.Object(
    {
      ...Position,
      /** Part of a name or an address. */
      q: Optional(Type.String({ maxLength: 100 })),
      /** Type of the connector. */
      type: Optional(Type.String({ maxLength: 60 })),
      /** Minimum power in W. */
      power: Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      available: Optional(Bool),
      open: Optional(Bool),
      /** Only the caller's favourites. */
      favourite: Optional(Bool),
      /** kWh of the charge whose price is compared. */
      energy: EnergyKwh,
      order: Optional(Words(['distance', 'price'] as const)),
    },
    closed,
  ),
  answer: Type.Object({
    places: Type.Array(Place),
    /** True if there are more than are returned. */
    more: Bool,
    /** Types of connectors of all places, for the filter. */
    types: Type.Array(Text),
  }),
})

const DriverConnector = Type.Object({
  id: Id,
  /** Number of the connector at its station. */
  no: Int,
  /** Place of the station in the list of the site, from 1, and its name. */
  station: Int,
  stationlabel: Nullable(Text),
  label: Nullable(Text),
  /** Public id in the form of eMI3; null if the operator has no id. */
  evseid: Nullable(Text),
  type: Nullable(Text),
  power: Nullable(Num),
  state: Words(driverConnectorStates),
  since: Instant,
  /** Index in `tariffs`; null: no price is known. */
  tariff: Nullable(Int),
  /** Price of the usual charge, with tax. */
  estimate: Nullable(Text),
  /** About how many minutes the session there still takes; null without values that support it. */
  minutesleft: Nullable(Int),
  /** True if one of the last sessions of the station reported the state of charge there, so that it can be a limit. */
  reportssoc: Type.Boolean(),
  /** Until when the connector is reserved, also for the caller; null: it is not. */
  reserveduntil: Nullable(Instant),
  /** True if the caller may reserve it now: it is free, its station supports it, and more connectors are free than drivers wait. */
  reservable: Bool,
})

export const driverPlaceGet = endpoint({
  path: '/driver/place/get',
  subject,
  summary:
    'One place where the caller may charge, with its connectors and prices, those for one of the own cards if it is given. The id is that of a site or station',
  may: 'user',
  use: sees('connector', ['driver']),
  query: true,
  body: Type.Object({ id: Id, ...Position, energy: EnergyKwh, card: Type.Optional(Id) }, closed),
  answer: Type.Object({
    ...Place.properties,
    /** Telephone number of the operator for help. */
    phone: Nullable(Text),
    timezone: Nullable(Text),
    openinghours: Nullable(OpeningHours),
    list: Type.Array(DriverConnector),
    queue: Type.Object({
      /** Drivers who wait. */
      waiting: Int,
      /** True if no connector is free, some are in use, and the caller may wait. */
      open: Bool,
      /** True if the caller waits here or has the turn. */
      own: Bool,
    }),
    reservation: Type.Object({
      /** Minutes for which the caller may reserve a connector; 0: not at all. */
      minutes: Int,
      /** From when the caller may reserve here again, after a reservation that they did not use; null: now. */
      from: Nullable(Instant),
    }),
    tariffs: Type.Array(
      Type.Object({
        name: Text,
        definition: TariffDefinition,
        /** Amount that is reserved on a balance from the start of a session. */
        preauthorization: Amount,
      }),
    ),
  }),
})

export const chargeLimitKinds = ['energy', 'cost', 'time', 'soc'] as const
export type ChargeLimitKind = (typeof chargeLimitKinds)[number]

/** Wh, minor units of the currency, seconds, or per cent of the battery (at most 100). */
const ChargeLimit = Type.Object(
  {
    kind: Words(chargeLimitKinds),
    value: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  },
  closed,
)

/**
 * `asking`: the station has not answered. `plug_in`: it accepted, and waits for the cable. `charging`: it has started a
 * session. `ended`: that session has ended. `refused`: the station refused. `card_refused`: the card was refused when the
 * station asked about it. `silent`: no answer in time. `timed_out`: no cable in time. `not_sent`: the request was not sent.
 */
export const driverChargePhases = [
  'asking',
  'plug_in',
  'charging',
  'ended',
  'refused',
  'card_refused',
  'silent',
  'timed_out',
  'not_sent',
] as const

const DriverCharge = Type.Object({
  id: Id,
  phase: Words(driverChargePhases),
  created: Instant,
  /** When the station answered. */
  answered: Nullable(Instant),
  /** When the station stops waiting for the cable; null if it has not reported how long it waits. */
  deadline: Nullable(Instant),
  /** Code of the error that explains the phase. */
  reason: Nullable(Text),
  place: Id,
  placelabel: Text,
  connector: Id,
  connectorno: Int,
  connectorstate: Words(driverConnectorStates),
  limit: Nullable(ChargeLimit),
  car: Nullable(Id),
  /** Number of the session that the station has started. */
  transactionid: Nullable(Int),
})

export const driverChargeStart = endpoint({
  path: '/driver/charge/start',
  subject,
  summary:
    'Request a station to start charging with an own card. A repeated request with the same id starts nothing again and returns the state of the first',
  may: 'user',
  use: sees('connector', ['driver']),
  names: 'object',
  maxPerMinute: 30,
  body: Type.Object(
    {
      id: Id,
      connector: Id,
      card: Id,
      limit: Optional(Nullable(ChargeLimit)),
      /** Car that the session is for: an own one, or one that the caller may charge. */
      car: Optional(Nullable(Id)),
    },
    closed,
  ),
  answer: DriverCharge,
})

export const driverChargeGet = endpoint({
  path: '/driver/charge/get',
  subject,
  summary: 'State of a start that the caller requested',
  may: 'user',
  use: sees('connector', ['driver']),
  names: 'personal',
  body: Type.Object({ id: Id }, closed),
  answer: DriverCharge,
})

export const driverChargeStop = endpoint({
  path: '/driver/charge/stop',
  subject,
  summary: 'Request the station to stop a running session; drivers stop their own',
  may: 'user',
  use: sees('transaction', ['driver']),
  names: 'object',
  maxPerMinute: 30,
  body: Type.Object({ session: Id }, closed),
  answer: Type.Object({
    /** `confirmed`: the station accepted. `refused`: it did not. `silent`: it has not answered. */
    result: Words(['confirmed', 'refused', 'silent'] as const),
  }),
})

export const driverChargeEnd = endpoint({
  path: '/driver/charge/end/get',
  subject,
  summary: 'About when a running session reaches the limit that its driver has set',
  may: 'user',
  use: sees('transaction', ['driver']),
  names: 'object',
  body: Type.Object({ session: Id }, closed),
  answer: Type.Object({
    /** Null without a limit, if the values do not support an estimate, and if it is more than a day ahead. */
    ends: Nullable(Instant),
  }),
})

/** Why the wait in a queue ended. `withdrawn`: the site was deleted, or has no station any more. */
export const queueEnds = [
  'left',
  'passed',
  'missed',
  'started',
  'plugged_in',
  'signed_out',
  'card_refused',
  'not_authorized',
  'withdrawn',
] as const

/** Drivers who wait at one place, at most. */
export const maxQueueLength = 50

const QueuePlace = Type.Object({
  id: Id,
  place: Id,
  placelabel: Text,
  /** `turn`: a connector is offered to the caller. */
  phase: Words(['waiting', 'turn', 'ended'] as const),
  reason: Nullable(Words(queueEnds)),
  joined: Instant,
  /** Minutes that a turn lasts. */
  turnminutes: Int,
  /** Place among those who wait, from 1; null while it is the caller's turn. */
  position: Nullable(Int),
  /** Those who wait, without names. */
  waiting: Type.Array(
    Type.Object({
      own: Bool,
      /** About how many minutes until the turn; null without values that support it. */
      minutes: Nullable(Int),
    }),
  ),
  turn: Nullable(
    Type.Object({
      connector: Id,
      no: Int,
      card: Nullable(Id),
      from: Instant,
      until: Instant,
      /** `asking`: the station has not answered. `none`: it does not reserve the connector. */
      reservation: Words(['asking', 'reserved', 'none'] as const),
    }),
  ),
})

/**
 * Why a reservation ended. `started`: a session began. `unused`: the time has passed. `refused`: the station refused.
 * `silent`: it did not answer in time. `not_sent`: it was not asked, because it was offline. `withdrawn`: the operator has
 * cancelled it. `out_of_order`: the connector can no longer be used. `not_authorized`: the driver may no longer use it.
 */
export const reservationEnds = [
  'started',
  'plugged_in',
  'cancelled',
  'unused',
  'refused',
  'silent',
  'not_sent',
  'withdrawn',
  'out_of_order',
  'card_refused',
  'not_authorized',
  'signed_out',
] as const

/** Reasons of stations that refuse a reservation. `unsupported`: the station has no reservations. */
export const reservationAnswers = ['occupied', 'faulted', 'unavailable', 'rejected', 'unsupported'] as const

const DriverReservation = Type.Object({
  id: Id,
  /** `asking`: the station has not answered. */
  phase: Words(['asking', 'reserved', 'ended'] as const),
  reason: Nullable(Words(reservationEnds)),
  /** Why the station refused; null if it did not. */
  answer: Nullable(Words(reservationAnswers)),
  place: Id,
  placelabel: Text,
  connector: Nullable(Id),
  connectorno: Nullable(Int),
  /** Card that the connector is reserved for. */
  card: Nullable(Id),
  from: Instant,
  until: Instant,
  ended: Nullable(Instant),
})

/** Endpoints of the caller's own place in a queue, and of their reservation. */
export const ownPlace = {
  subject,
  may: 'user',
  use: sees('connector', ['driver']),
  names: 'nothing',
  body: Type.Object({}, closed),
  answer: Type.Object({ own: Nullable(QueuePlace), reservation: Nullable(DriverReservation) }),
} as const

export const driverQueueGet = endpoint({
  ...ownPlace,
  path: '/driver/queue/get',
  summary: "The caller's place in a queue and their reservation, or those that ended within the last hour",
})

export const driverQueueJoin = endpoint({
  ...ownPlace,
  path: '/driver/queue/join',
  summary:
    'Join the queue of a place where no connector is free. The first who waits is offered the next free connector',
  names: 'object',
  maxPerMinute: 20,
  body: Type.Object(
    {
      /** Id of a site or station. */
      id: Id,
      /** Own card that the connector is reserved for; absent: the newest one that may start. */
      card: Optional(Nullable(Id)),
    },
    closed,
  ),
})

export const driverQueueLeave = endpoint({
  ...ownPlace,
  path: '/driver/queue/leave',
  summary: 'Leave the queue; in the own turn, the connector passes to the next driver',
  maxPerMinute: 20,
})

export const driverQueueBack = endpoint({
  ...ownPlace,
  path: '/driver/queue/back',
  summary: 'Let the next driver in the queue go first',
  maxPerMinute: 20,
})
