import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { noClassIn } from './endpoint-use.ts'
import { Bool, closed, Instant, Int, Nullable, Num, Optional, Text, Words } from './shapes.ts'
import { TariffDefinition } from './tariff-definition.ts'

/** Services of a charge: ENERGY, TIME, PARKING_TIME, FLAT, and the elements for reservations. */
export const chargedServices = ['energy', 'time', 'idle', 'session', 'reservation'] as const
export type ChargedService = (typeof chargedServices)[number]

/** Reasons why a price deviates from the plain sum, or data were not used; a closed list. */
export const priceFlags = [
  'held',
  'idle-limit',
  'maximum',
  'meter-rollback',
  'minimum',
  'no-duration',
  'no-states',
  'sample-above-stop',
  'sample-conflict',
  'sample-outside-session',
  'sample-over-power',
  'times-not-trusted',
] as const
export type PriceFlag = (typeof priceFlags)[number]

const flagMeanings = [
  'Sorted. held: the session needs review, because it was held, its stop is missing or below its start, or it has more than 1 MWh.',
  'idle-limit, maximum, minimum: the limit of the tariff changed the price.',
  'meter-rollback, sample-above-stop, sample-conflict, sample-outside-session, sample-over-power: samples that were not used.',
  'no-duration, times-not-trusted: energy has the price of the start, and nothing is charged by time.',
  'no-states: there are no states of the connector from which idle time could be known.',
].join(' ')

/** Statuses of a connector in OCPP 1.6. */
export const pricedStatuses = [
  'Available',
  'Preparing',
  'Charging',
  'SuspendedEVSE',
  'SuspendedEV',
  'Finishing',
  'Reserved',
  'Unavailable',
  'Faulted',
] as const
export type PricedStatus = (typeof pricedStatuses)[number]

/** Maximum sizes of a session that is priced by request. */
export const maxPricedSamples = 5_000
export const maxPricedStates = 1_000
export const maxPricedDays = 100

const Time = Type.Union([Instant, Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 })], {
  description: 'ISO 8601, or milliseconds since 1970',
})
const Reading = Type.Number({ minimum: -1e12, maximum: 1e12, description: 'Wh' })

const Session = Type.Object(
  {
    startedAt: Time,
    /** Null while it runs. */
    stoppedAt: Nullable(Time),
    /** When the connector became available after the stop. */
    releasedAt: Optional(Nullable(Time)),
    meterStartWh: Reading,
    meterStopWh: Nullable(Reading),
    samples: Type.Array(Type.Array(Type.Union([Text, Num]), { minItems: 2, maxItems: 2 }), {
      maxItems: maxPricedSamples,
      description: 'Pairs of instant and reading of the meter in Wh',
    }),
    states: Type.Array(Type.Array(Type.Union([Text, Num]), { minItems: 2, maxItems: 2 }), {
      maxItems: maxPricedStates,
      description: 'Pairs of instant and status of the connector in OCPP 1.6',
    }),
    /** Maximum power of the connector. */
    maxPowerW: Optional(Nullable(Type.Number({ minimum: 0, maximum: 1e9 }))),
    /** False: the clock of the station does not decide about prices. By default true. */
    timesTrusted: Optional(Bool),
    /** True if the session needs review. */
    held: Optional(Bool),
  },
  closed,
)

const Amounts = Type.Object({
  energy: Optional(Int),
  time: Optional(Int),
  idle: Optional(Int),
  session: Optional(Int),
  reservation: Optional(Int),
})

export const PriceLine = Type.Object({
  service: Words(chargedServices),
  /** Wh, seconds or number. */
  quantity: Int,
  amount: Int,
  /** Before the maxima of the tariff, and without what the minimum price adds. */
  before_limit: Int,
  /** Tax rate in basis points. */
  vat: Int,
  /** At most 500. */
  parts: Type.Array(
    Type.Object({
      from: Nullable(Instant),
      to: Nullable(Instant),
      quantity: Int,
      /** Index of the element; null if none has a price. */
      element: Nullable(Int),
      /** Exact amount in units of the currency: a decimal number, or a fraction such as 1/3. */
      exact: Text,
      reason: Words(['price', 'step', 'grace', 'minimum'] as const),
    }),
  ),
  /** Parts beyond these. */
  more_parts: Int,
})

/** Price of a session. Amounts are integers in minor units of the currency. */
export const tariffPrice = endpoint({
  path: '/tariff/price',
  subject: 'Tariffs',
  summary: 'Returns the price of a session with a tariff, and stores nothing',
  may: 'operator',
  use: noClassIn(['crm']),
  body: Type.Object(
    {
      /** Time zone of the station, such as Europe/Berlin. */
      zone: Type.String({ maxLength: 64 }),
      tariff: TariffDefinition,
      session: Optional(Nullable(Session)),
      reservation: Optional(
        Nullable(
          Type.Object(
            { from: Time, to: Time, end: Words(['used', 'expired', 'cancelled'] as const) },
            closed,
          ),
        ),
      ),
      /** Current time, for the cost of a running session. */
      now: Optional(Nullable(Time)),
    },
    closed,
  ),
  answer: Type.Object({
    /** Sum of the charges: with tax if the prices include it. */
    total: Int,
    /** By service, without those that cost nothing. */
    charges: Amounts,
    /** Wh, seconds and number of the charged services. */
    quantities: Amounts,
    flags: Type.Array(Words(priceFlags), { description: flagMeanings }),
    /** True if the session needs review; it costs nothing until then. */
    hold: Bool,
    net: Int,
    vat: Int,
    gross: Int,
    lines: Type.Array(PriceLine),
    /** Number of the pricing function. */
    engine: Int,
    warnings: Type.Array(Type.Object({ field: Text, code: Text })),
  }),
})
