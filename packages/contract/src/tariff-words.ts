import { afirOrder } from './tariff-afir.ts'
import {
  type TariffDefinition,
  type TariffDimension,
  type TariffElement,
  type TariffRestrictions,
  tariffDays,
} from './tariff-definition.ts'

/** Condition of a price; ranges are inclusive at the start and exclusive at the end, null is open. */
export type PriceCondition =
  /** 1 is Monday, 7 is Sunday. */
  | { code: 'days'; days: readonly number[] }
  /** HH:MM; 24:00 is the end of the day. */
  | { code: 'times'; from: string; to: string }
  /** YYYY-MM-DD. */
  | { code: 'dates'; from: string | null; to: string | null }
  /** In kWh of the session. */
  | { code: 'energy'; from: string | null; to: string | null }
  /** In kW. */
  | { code: 'power'; from: string | null; to: string | null }
  /** In seconds since the start. */
  | { code: 'duration'; from: number | null; to: number | null }

/** Codes of sentences; the console has a text for each. */
export const priceSentenceCodes = [
  'energy', // price per kWh
  'time', // price per minute of charging
  'session', // price per session
  'idle', // price per minute after charging
  'idle_grace', // free idle time
  'idle_limit', // maximum for idle time
  'idle_release', // idle time ends when the connector is available again
  'reservation_time', // price per minute of a reservation
  'reservation', // price per reservation
  'reservation_expired_time', // price per minute of a reservation that was not used
  'reservation_expired', // price per reservation that was not used
  'free_below', // sessions with less energy are free
  'minimum', // of a session
  'maximum', // of a session
  'tax_included',
  'tax_excluded',
] as const
export type PriceSentenceCode = (typeof priceSentenceCodes)[number]

/** Rows of a table of prices in the order of AFIR Article 5(4), each with the sentences that belong to it. */
export const priceRows = [
  { key: 'energy', codes: ['energy'] },
  { key: 'minute', codes: ['time', 'idle', 'idle_grace', 'idle_limit', 'idle_release'] },
  { key: 'session', codes: ['session'] },
  {
    key: 'other',
    codes: [
      'reservation_time',
      'reservation',
      'reservation_expired_time',
      'reservation_expired',
      'free_below',
      'minimum',
      'maximum',
    ],
  },
] as const satisfies readonly { key: string; codes: readonly PriceSentenceCode[] }[]

/** A sentence about prices. */
export interface PriceSentence {
  code: PriceSentenceCode
  /** Price or amount as decimal text, per kWh, minute or session; null if the sentence has none. */
  amount: string | null
  /** The same per hour, for prices per minute. */
  perHour: string | null
  currency: string
  /** Seconds, Wh or basis points, where the sentence has a quantity: idle_grace, free_below, tax. */
  quantity: number | null
  conditions: readonly PriceCondition[]
  /** Wh or seconds of which each started one is charged; null if that is a single one. */
  step: number | null
  /** True if earlier sentences of the same code have precedence: "otherwise". */
  isOtherwise: boolean
  /** Index of the element of the tariff; null for rules of the whole tariff. */
  element: number | null
}

/**
 * Returns the prices of a tariff as sentences, in the order of AFIR Article 5(4): per kWh, minute and session, then
 * others; within each in the order of precedence.
 */
export function priceInWords(definition: TariffDefinition): PriceSentence[] {
  const { elements, idle } = definition
  const of = (dimension: TariffDimension) => sentencesOf(definition, dimension)
  const session = elements.filter(({ restrictions }) => restrictions?.reservation === undefined)
  const hasIdle = session.some(({ price_components: parts }) =>
    parts.some(({ type }) => type === 'PARKING_TIME'),
  )
  const plain = (code: PriceSentenceCode, parts: Partial<PriceSentence>): PriceSentence => ({
    code,
    amount: null,
    perHour: null,
    currency: definition.currency,
    quantity: null,
    conditions: [],
    step: null,
    isOtherwise: false,
    element: null,
    ...parts,
  })
  const whole = (code: 'minimum' | 'maximum', amount: string | undefined) =>
    amount === undefined ? [] : [plain(code, { amount })]
  return [
    ...afirOrder.flatMap((dimension) => of(dimension)),
    ...(hasIdle && idle && idle.grace_seconds > 0
      ? [plain('idle_grace', { quantity: idle.grace_seconds })]
      : []),
    ...(hasIdle && idle?.max !== undefined ? [plain('idle_limit', { amount: idle.max })] : []),
    ...(hasIdle && idle?.until === 'release' ? [plain('idle_release', {})] : []),
    ...reservationSentences(definition),
    ...(definition.free_below_wh ? [plain('free_below', { quantity: definition.free_below_wh })] : []),
    ...whole('minimum', definition.min_price),
    ...whole('maximum', definition.max_price),
    plain(definition.tax_included === 'YES' ? 'tax_included' : 'tax_excluded', { quantity: definition.vat }),
  ]
}

const codeOf = { ENERGY: 'energy', TIME: 'time', FLAT: 'session', PARKING_TIME: 'idle' } as const

const sentencesOf = (definition: TariffDefinition, dimension: TariffDimension): PriceSentence[] =>
  inOrder(definition, {
    dimension,
    code: codeOf[dimension],
    isMeant: ({ restrictions }) => restrictions?.reservation === undefined,
  })

function reservationSentences(definition: TariffDefinition): PriceSentence[] {
  const codes = {
    RESERVATION: { TIME: 'reservation_time', FLAT: 'reservation' },
    RESERVATION_EXPIRES: { TIME: 'reservation_expired_time', FLAT: 'reservation_expired' },
  } as const
  return (['RESERVATION', 'RESERVATION_EXPIRES'] as const).flatMap((kind) =>
    (['TIME', 'FLAT'] as const).flatMap((dimension) =>
      inOrder(definition, {
        dimension,
        code: codes[kind][dimension],
        isMeant: ({ restrictions }) => restrictions?.reservation === kind,
      }),
    ),
  )
}

interface Meant {
  dimension: TariffDimension
  code: PriceSentenceCode
  isMeant: (element: TariffElement) => boolean
}

/** Returns a sentence for each element with the dimension, up to the first one that always applies. */
function inOrder(definition: TariffDefinition, { dimension, code, isMeant }: Meant): PriceSentence[] {
  const sentences: PriceSentence[] = []
  for (const [element, whole] of definition.elements.entries()) {
    const component = isMeant(whole)
      ? whole.price_components.find(({ type }) => type === dimension)
      : undefined
    if (!component) continue
    const isPerHour = dimension === 'TIME' || dimension === 'PARKING_TIME'
    const conditions = conditionsOf(whole.restrictions ?? {})
    sentences.push({
      code,
      amount: isPerHour ? perMinute(component.price) : component.price,
      perHour: isPerHour ? component.price : null,
      currency: definition.currency,
      quantity: null,
      conditions,
      step: dimension !== 'FLAT' && (component.step_size ?? 1) > 1 ? component.step_size! : null,
      isOtherwise: sentences.length > 0,
      element,
    })
    if (conditions.length === 0) break
  }
  return sentences
}

const text = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value)

function conditionsOf(restrictions: TariffRestrictions): PriceCondition[] {
  const { day_of_week: days, start_time: start, end_time: end, ...rest } = restrictions
  const conditions: PriceCondition[] = []
  if (days && days.length > 0 && new Set(days).size < tariffDays.length) {
    const numbers = [...new Set(days)].map((day) => tariffDays.indexOf(day) + 1)
    conditions.push({ code: 'days', days: numbers.sort((a, b) => a - b) })
  }
  if (start !== undefined || end !== undefined)
    conditions.push({
      code: 'times',
      from: start ?? '00:00',
      to: end === undefined || end === '00:00' ? '24:00' : end,
    })
  const { start_date: firstDay, end_date: lastDay } = rest
  if (firstDay !== undefined || lastDay !== undefined)
    conditions.push({ code: 'dates', from: firstDay ?? null, to: lastDay ?? null })
  if (rest.min_kwh !== undefined || rest.max_kwh !== undefined)
    conditions.push({ code: 'energy', from: text(rest.min_kwh), to: text(rest.max_kwh) })
  if (rest.min_power !== undefined || rest.max_power !== undefined)
    conditions.push({ code: 'power', from: text(rest.min_power), to: text(rest.max_power) })
  if (rest.min_duration !== undefined || rest.max_duration !== undefined)
    conditions.push({ code: 'duration', from: rest.min_duration ?? null, to: rest.max_duration ?? null })
  return conditions
}

/** Returns the price per minute of a price per hour, at most six decimals, rounded half up. */
export function perMinute(perHour: string): string {
  const [whole = '0', decimals = ''] = perHour.split('.')
  const micros = BigInt(whole + decimals.padEnd(6, '0').slice(0, 6))
  return decimalOfMicros((micros + 30n) / 60n)
}

/** Returns a number of millionths as decimal text with at least two decimals. */
export function decimalOfMicros(micros: bigint): string {
  const digits = micros.toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -6)}.${decimals}`
}
