import {
  type AnswerOf,
  type BodyOf,
  maxPricedDays,
  pricedStatuses,
  type PricedStatus,
  type tariffPrice,
  tariffProblems,
} from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import { engine, price, taxesOf } from './price/price.ts'
import type { Charge, PriceInput, PricedSession } from './price/price-types.ts'
import { offsetsOf } from './price/zone.ts'

type Body = BodyOf<typeof tariffPrice>
type Answer = AnswerOf<typeof tariffPrice>

/** Parts of a charge in a response. */
export const maxParts = 500

const dayMs = 86_400_000

/** Prices the session of a request. Refuses a rejected tariff with the field. */
export function priceRequest(body: Body): Answer | Refusal {
  const problems = tariffProblems(body.tariff)
  const error = problems.find(({ isWarning }) => !isWarning)
  if (error) return refuse(error.code, { field: `tariff.${error.field}` })
  if (!isTimeZone(body.zone)) return refuse('value.time_zone_unknown', { field: 'zone' })
  const input = inputOf(body)
  if (isRefusal(input)) return input
  const result = price(input)
  return {
    total: result.totalMinor,
    ...amountsOf(result.charges),
    flags: result.flags,
    hold: result.hold,
    ...taxesOf(result.charges, body.tariff),
    lines: result.charges.map(lineOf),
    engine,
    warnings: problems.map(({ field, code }) => ({ field: `tariff.${field}`, code })),
  }
}

/** Returns amount and quantity of each service that costs something. */
function amountsOf(charges: readonly Charge[]): Pick<Answer, 'charges' | 'quantities'> {
  const charged = charges.filter(({ amountMinor }) => amountMinor > 0)
  return {
    charges: Object.fromEntries(charged.map(({ service, amountMinor }) => [service, amountMinor])),
    quantities: Object.fromEntries(charged.map(({ service, quantity }) => [service, quantity])),
  }
}

const textOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const lineOf = (charge: Charge): Answer['lines'][number] => ({
  service: charge.service,
  quantity: charge.quantity,
  amount: charge.amountMinor,
  before_limit: charge.beforeLimitMinor,
  vat: charge.taxBp,
  parts: charge.parts
    .slice(0, maxParts)
    .map((part) => ({ ...part, from: textOf(part.from), to: textOf(part.to) })),
  more_parts: Math.max(0, charge.parts.length - maxParts),
})

const msOf = (instant: string | number): number =>
  typeof instant === 'number' ? instant : Date.parse(instant)

function inputOf({ zone, tariff, session: given, reservation, now: time }: Body): PriceInput | Refusal {
  const session = given ? sessionOf(given) : null
  if (isRefusal(session)) return session
  const now = time === undefined || time === null ? undefined : msOf(time)
  const reserved = reservation
    ? { from: msOf(reservation.from), to: msOf(reservation.to), end: reservation.end }
    : undefined
  const periods = [
    ...(session ? periodsOf(session, now) : []),
    ...(reserved ? [{ from: reserved.from, to: reserved.to, field: 'reservation.to' }] : []),
  ]
  const tooLong = periods.find(({ from, to }) => to - from > maxPricedDays * dayMs)
  if (tooLong) return refuse('period.too_long', { days: maxPricedDays, field: tooLong.field })
  const offsets = periods.flatMap(({ from, to }) => offsetsOf(zone, Math.min(from, to), Math.max(from, to)))
  return {
    tariff,
    offsets: offsets.sort(([one], [other]) => one - other),
    session,
    reservation: reserved,
    now,
  }
}

interface Period {
  from: number
  to: number
  /** Where `to` is in the request. */
  field: string
}

const periodsOf = (
  { startedAt: from, stoppedAt, releasedAt }: PricedSession,
  now: number | undefined,
): Period[] =>
  [
    { from, to: stoppedAt ?? from, field: 'session.stoppedAt' },
    { from, to: releasedAt ?? from, field: 'session.releasedAt' },
    { from, to: now ?? from, field: 'now' },
  ].filter(({ to }, index) => index === 0 || to > from)

function sessionOf(session: NonNullable<Body['session']>): PricedSession | Refusal {
  const samples: (readonly [number, number])[] = []
  for (const [index, [at, wh]] of session.samples.entries()) {
    const ms = msOf(at!)
    if (!Number.isFinite(ms)) return refuse('value.date_time', { field: `session.samples[${index}][0]` })
    if (typeof wh !== 'number')
      return refuse('value.type', { type: 'number', field: `session.samples[${index}][1]` })
    samples.push([ms, wh])
  }
  const states: (readonly [number, PricedStatus])[] = []
  for (const [index, [at, status]] of session.states.entries()) {
    const ms = msOf(at!)
    if (!Number.isFinite(ms)) return refuse('value.date_time', { field: `session.states[${index}][0]` })
    const known = pricedStatuses.find((one) => one === status)
    if (!known)
      return refuse('value.not_listed', {
        values: pricedStatuses.join(', '),
        field: `session.states[${index}][1]`,
      })
    states.push([ms, known])
  }
  const { releasedAt, stoppedAt } = session
  return {
    startedAt: msOf(session.startedAt),
    stoppedAt: stoppedAt === null ? null : msOf(stoppedAt),
    releasedAt: releasedAt === null || releasedAt === undefined ? undefined : msOf(releasedAt),
    meterStartWh: session.meterStartWh,
    meterStopWh: session.meterStopWh,
    samples,
    states,
    maxPowerW: session.maxPowerW ?? undefined,
    timesTrusted: session.timesTrusted ?? true,
    held: session.held ?? false,
  }
}
