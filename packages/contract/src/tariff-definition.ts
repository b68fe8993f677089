import { type Static, Type } from 'typebox'
import { closed, Optional, Words } from './shapes.ts'

/** Maximum number of elements of a tariff. */
export const maxTariffElements = 50
/** A leap year. */
export const maxGraceSeconds = 31_622_400

/** Dimensions of price components, as in OCPI 2.3.0: ENERGY per kWh, TIME and PARKING_TIME per hour, FLAT once. */
export const tariffDimensions = ['ENERGY', 'TIME', 'PARKING_TIME', 'FLAT'] as const
export type TariffDimension = (typeof tariffDimensions)[number]

export const tariffDays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

export const reservationKinds = ['RESERVATION', 'RESERVATION_EXPIRES'] as const

// Prices are decimal text. OCPI has numbers for quantities of restrictions, so both are accepted there.
const DecimalText = Type.String({ maxLength: 24, description: 'Decimal number as text, such as 0.49' })
const Quantity = Type.Union([DecimalText, Type.Number()])
const Seconds = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Tax rate in basis points: 1900 is 19 %. */
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Basis points: 1900 is 19 %' })

export const PriceComponent = Type.Object(
  {
    type: Words(tariffDimensions),
    /** Per kWh, per hour or once; at most six decimals. */
    price: DecimalText,
    /** Absent: the rate of the tariff. */
    vat: Optional(BasisPoints),
    /** In Wh or seconds; absent: 1. */
    step_size: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  closed,
)
export type PriceComponent = Static<typeof PriceComponent>

/** Conditions of an element, all of which must hold. Times and dates are those of the clock at the station. */
export const TariffRestrictions = Type.Object(
  {
    /** HH:MM, inclusive. */
    start_time: Optional(Type.String({ maxLength: 5 })),
    /** HH:MM, exclusive; 00:00 is the end of the day; before `start_time`: on the next day. */
    end_time: Optional(Type.String({ maxLength: 5 })),
    /** YYYY-MM-DD, inclusive. */
    start_date: Optional(Type.String({ maxLength: 10 })),
    /** YYYY-MM-DD, exclusive. */
    end_date: Optional(Type.String({ maxLength: 10 })),
    /** Energy of the session; a minimum is inclusive, a maximum exclusive, as for all that follow. */
    min_kwh: Optional(Quantity),
    max_kwh: Optional(Quantity),
    /** In kW. */
    min_power: Optional(Quantity),
    max_power: Optional(Quantity),
    /** In seconds since the start. */
    min_duration: Optional(Seconds),
    max_duration: Optional(Seconds),
    /** Rejected by `tariffProblems`: stations do not report currents reliably. */
    min_current: Optional(Type.Unknown()),
    max_current: Optional(Type.Unknown()),
    day_of_week: Optional(Type.Array(Words(tariffDays), { maxItems: 7 })),
    reservation: Optional(Words(reservationKinds)),
  },
  closed,
)
export type TariffRestrictions = Static<typeof TariffRestrictions>

export const TariffElement = Type.Object(
  {
    price_components: Type.Array(PriceComponent, { minItems: 1, maxItems: tariffDimensions.length }),
    restrictions: Optional(TariffRestrictions),
  },
  closed,
)
export type TariffElement = Static<typeof TariffElement>

/** Ends of the charge for idle time. */
export const idleEnds = ['stop', 'release'] as const

/** Free time and limit of the charge for idle time (PARKING_TIME). */
export const TariffIdle = Type.Object(
  {
    /** Idle time of a session that is free, in all. */
    grace_seconds: Type.Integer({ minimum: 0, maximum: maxGraceSeconds }),
    /** Maximum amount for the idle time of a session. */
    max: Optional(DecimalText),
    /** `stop`: idle time ends with the session. `release`: when the connector is available again. */
    until: Words(idleEnds),
    /** Without states of the connector: idle time begins after the last interval with 100 W or more. */
    from_meter: Optional(Type.Boolean()),
  },
  closed,
)

/** Prices of a tariff, in the form of OCPI 2.3.0. `tariffProblems` checks what the schema cannot express. */
export const TariffDefinition = Type.Object(
  {
    /** ISO 4217. */
    currency: Type.String({ maxLength: 3 }),
    tax_included: Words(['YES', 'NO'] as const),
    /** Tax rate of components without their own, and of the minimum price. */
    vat: BasisPoints,
    elements: Type.Array(TariffElement, { minItems: 1, maxItems: maxTariffElements }),
    /** Minimum and maximum of a session without its reservation, with tax if the prices include it. */
    min_price: Optional(DecimalText),
    max_price: Optional(DecimalText),
    /**
     * Amount that a client who pays in advance needs for a start, and that its account holds; absent: 1,000 minor units of
     * the currency. Field of OCPI 2.3.0 with payments, there a number.
     */
    preauthorize_amount: Optional(DecimalText),
    idle: Optional(TariffIdle),
    /** A session with less energy is free. */
    free_below_wh: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  closed,
)
export type TariffDefinition = Static<typeof TariffDefinition>
