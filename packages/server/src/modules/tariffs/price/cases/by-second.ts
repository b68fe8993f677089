// A second implementation of the pricing rules, written for clarity and not for speed: it asks for every second of a
// session which element applies. Numbers are whole; a price is the fraction `[numerator, denominator]`.
import {
  type ChargedService,
  currencyDigits,
  type PriceComponent,
  type TariffElement,
} from '@stationmaster/contract'
import type { PricedSession, PriceInput } from '../../index.ts'

const secondMs = 1_000
const dayNames = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const

interface Moment {
  second: number
  wh: number
  /** HH:MM at the station. */
  clock: string
  day: string
  weekday: (typeof dayNames)[number]
  power: [wh: number, ms: number]
}

/** Returns the amounts of a session without contradictions that starts and ends with a whole second. */
export function amountsBySecond({
  tariff,
  offsets,
  session,
}: PriceInput): Partial<Record<ChargedService, number>> {
  const { startedAt, stoppedAt, releasedAt, meterStartWh } = session!
  const points = pointsOf(session!)
  const total = points.at(-1)![1] - meterStartWh
  if (total < (tariff.free_below_wh ?? 0)) return {}
  const duration = (stoppedAt! - startedAt) / secondMs
  const end =
    tariff.idle?.until === 'release'
      ? Math.max(duration, ((releasedAt ?? 0) - startedAt) / secondMs)
      : duration
  const used = { energy: new Used(), time: new Used(), idle: new Used() }
  let grace = tariff.idle?.grace_seconds ?? 0
  const minutes = new Map<number, Pick<Moment, 'clock' | 'day' | 'weekday'>>()
  const minuteAt = (ms: number) => {
    const minute = Math.floor(ms / 60_000)
    const ahead = offsets.findLast(([from]) => from <= ms) ?? offsets[0]!
    const known = minutes.get(minute)
    if (known) return known
    const date = new Date(ms + ahead[1] * 60_000)
    const text = date.toISOString()
    const made = { clock: text.slice(11, 16), day: text.slice(0, 10), weekday: dayNames[date.getUTCDay()]! }
    minutes.set(minute, made)
    return made
  }
  const momentAt = (second: number, wh: number): Moment => {
    const ms = startedAt + second * secondMs
    return { ...minuteAt(ms), second, wh, power: powerAt(points, ms) }
  }
  const find = (type: PriceComponent['type'], at: Moment) => {
    for (const element of tariff.elements) {
      const component = element.price_components.find((one) => one.type === type)
      if (component && applies(element, at)) return component
    }
    return undefined
  }
  for (let second = 0; second < end; second++) {
    const from = readingAt(points, startedAt + second * secondMs) - meterStartWh
    const moment = momentAt(second, from)
    if (second < duration) {
      const to = readingAt(points, startedAt + (second + 1) * secondMs) - meterStartWh
      for (const at = { ...moment }; at.wh < to; at.wh++) used.energy.add(find('ENERGY', at))
    }
    const state = stateAt(session!, points, { ms: startedAt + second * secondMs, input: { tariff } })
    // an amount of energy that is reached within a second counts from its begin, because times are cut
    const late = { ...moment, wh: readingAt(points, startedAt + second * secondMs + 999) - meterStartWh }
    if (state === 'time' && second < duration) used.time.add(find('TIME', late))
    if (state === 'idle') {
      if (grace > 0) grace--
      else used.idle.add(find('PARKING_TIME', late))
    }
  }
  used.energy.roundUp()
  if (used.idle.count > 0) used.idle.roundUp()
  else used.time.roundUp()
  const fee = total > 0 ? find('FLAT', momentAt(0, 0)) : undefined
  const scale = 10 ** currencyDigits(tariff.currency)!
  const amounts = {
    energy: used.energy.amount(1_000, scale),
    time: used.time.amount(3_600, scale),
    idle: used.idle.amount(3_600, scale),
    session: fee ? rounded(BigInt(millionths(fee.price)) * BigInt(scale), 1_000_000n) : 0,
  }
  if (tariff.idle?.max) amounts.idle = Math.min(amounts.idle, Number(tariff.idle.max) * scale)
  limit(amounts, {
    min: Number(tariff.min_price ?? 0) * scale,
    max: Number(tariff.max_price ?? 1e9) * scale,
    total,
  })
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0))
}

function limit(
  amounts: Record<'energy' | 'time' | 'idle' | 'session', number>,
  { min, max, total }: { min: number; max: number; total: number },
): void {
  const sum = () => amounts.energy + amounts.time + amounts.idle + amounts.session
  for (const service of ['idle', 'time', 'energy', 'session'] as const)
    amounts[service] -= Math.max(0, Math.min(amounts[service], sum() - max))
  if (total > 0) amounts.session += Math.max(0, Math.min(min, max) - sum())
}

/** Units of one service by their price. */
class Used {
  count = 0
  #byPrice = new Map<PriceComponent, number>()
  #last: PriceComponent | undefined

  add(component: PriceComponent | undefined, units = 1): void {
    if (!component) return
    this.count += units
    this.#last = component
    this.#byPrice.set(component, (this.#byPrice.get(component) ?? 0) + units)
  }

  roundUp(): void {
    while (this.#last && this.count % (this.#last.step_size ?? 1) !== 0) this.add(this.#last)
  }

  amount(unitsPerPrice: number, scale: number): number {
    let sum = 0n
    for (const [{ price }, units] of this.#byPrice)
      sum += BigInt(units) * BigInt(millionths(price)) * BigInt(scale)
    return rounded(sum, BigInt(unitsPerPrice) * 1_000_000n)
  }
}

const millionths = (price: string): number => Math.round(Number(price) * 1_000_000)

function rounded(numerator: bigint, denominator: bigint): number {
  const rest = numerator % denominator
  return Number((numerator - rest) / denominator) + (2n * rest >= denominator ? 1 : 0)
}

const pointsOf = ({
  startedAt,
  stoppedAt,
  meterStartWh,
  meterStopWh,
  samples,
}: PricedSession): [number, number][] => [
  [startedAt, meterStartWh],
  ...samples.map(([ms, wh]) => [ms, wh] as [number, number]),
  [stoppedAt!, meterStopWh!],
]

function nextPoint(points: readonly [number, number][], ms: number): number {
  for (let index = 0; index < points.length; index++) if (points[index]![0] > ms) return index
  return -1
}

function readingAt(points: readonly [number, number][], ms: number): number {
  const next = nextPoint(points, ms)
  if (next === -1) return points.at(-1)![1]
  const [[fromMs, from], [toMs, to]] = [points[next - 1]!, points[next]!]
  return from + Math.floor(((to - from) * (ms - fromMs)) / (toMs - fromMs))
}

function powerAt(points: readonly [number, number][], ms: number): [number, number] {
  const next = nextPoint(points, ms)
  if (next === -1) return [0, 1]
  return [points[next]![1] - points[next - 1]![1], points[next]![0] - points[next - 1]![0]]
}

function stateAt(
  { states }: PricedSession,
  points: readonly [number, number][],
  { ms, input: { tariff } }: { ms: number; input: Pick<PriceInput, 'tariff'> },
): 'time' | 'idle' | null {
  if (states.length === 0) {
    const last = points.findLastIndex(
      ([at, wh], index) => index > 0 && (wh - points[index - 1]![1]) * 36_000 >= at - points[index - 1]![0],
    )
    return tariff.idle?.from_meter && last > 0 && ms >= points[last]![0] ? 'idle' : 'time'
  }
  let latest: (typeof states)[number] | undefined
  for (const one of states) if (one[0] <= ms && (!latest || one[0] >= latest[0])) latest = one
  if (!latest || latest[1] === 'Charging') return 'time'
  return latest[1] === 'SuspendedEV' || latest[1] === 'Finishing' ? 'idle' : null
}

function applies(
  { restrictions: r = {} }: TariffElement,
  { second, wh, clock, day, weekday, power: [powerWh, powerMs] }: Moment,
): boolean {
  const [start, end] = [
    r.start_time ?? '00:00',
    r.end_time === undefined || r.end_time === '00:00' ? '24:00' : r.end_time,
  ]
  if (start < end ? clock < start || clock >= end : clock < start && clock >= end) return false
  if (r.day_of_week && r.day_of_week.length > 0 && !r.day_of_week.includes(weekday)) return false
  if (day < (r.start_date ?? '') || day >= (r.end_date ?? '9999')) return false
  if (wh < Number(r.min_kwh ?? 0) * 1_000 || wh >= Number(r.max_kwh ?? Infinity) * 1_000) return false
  if (second < (r.min_duration ?? 0) || second >= (r.max_duration ?? Infinity)) return false
  const kilowatts = (powerWh * 3_600) / powerMs
  return kilowatts >= Number(r.min_power ?? 0) && kilowatts < Number(r.max_power ?? Infinity)
}
