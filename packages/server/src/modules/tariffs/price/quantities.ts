import type { TariffDefinition } from '@stationmaster/contract'
import { type Changes, changesOf, type Circumstances, type ElementRule, firstMatch } from './element-rules.ts'
import { addClockInstants, localTimeAt } from './local-clock.ts'
import type { Occupancy } from './occupancy.ts'
import type { ChargePart, PriceInput, PricedReservation } from './price-types.ts'
import { indexAt, intervalAt, reachedAt, readingAt, type Readings } from './readings.ts'

/** Quantity with one price, before step sizes. */
export interface Part {
  from: number | null
  to: number | null
  quantity: number
  /** Undefined if no element has a price for it. */
  rule: ElementRule | undefined
  reason: ChargePart['reason']
}

/** Rules of a tariff by what they charge for. */
export interface RuleSet {
  energy: readonly ElementRule[]
  time: readonly ElementRule[]
  idle: readonly ElementRule[]
  session: readonly ElementRule[]
}

/** Quantities that were used of a session. */
interface Usage {
  readings: Readings
  occupancy: readonly Occupancy[]
  /** End of the session, or of what is known of it. */
  stopAt: number
  /** End of idle time. */
  idleUntil: number
  offsets: PriceInput['offsets']
  idle: TariffDefinition['idle']
}

const noPower = { wh: 0, ms: 1 }

const atStart = (at: number, offsets: PriceInput['offsets']): Circumstances => ({
  local: localTimeAt(offsets, at),
  wh: 0,
  elapsedMs: 0,
  power: noPower,
})

/** Adds a part to a list; it extends the last one if that has the same price. */
function addPart(parts: Part[], part: Part): void {
  if (part.quantity === 0) return
  const last = parts.at(-1)
  if (last && last.rule === part.rule && last.reason === part.reason && last.to === part.from) {
    last.to = part.to
    last.quantity += part.quantity
  } else parts.push(part)
}

/** Returns energy, time and idle time of a session in parts with one price each. */
export function quantitiesOf(rules: RuleSet, usage: Usage): { energy: Part[]; time: Part[]; idle: Part[] } {
  const { readings, occupancy, stopAt, offsets, idle } = usage
  const startedAt = readings.ms[0]!
  const startWh = readings.wh[0]!
  const changes = changesOf([...rules.energy, ...rules.time, ...rules.idle])
  const instants = instantsOf(changes, usage)
  const result = { energy: [] as Part[], time: [] as Part[], idle: [] as Part[] }
  const grace = new Grace(idle?.grace_seconds ?? 0)
  let state = 0
  for (let index = 0; index + 1 < instants.length; index++) {
    const [from, to] = [instants[index]!, instants[index + 1]!]
    while (state + 1 < occupancy.length && occupancy[state + 1]!.from <= from) state++
    const circumstances: Circumstances = {
      local: localTimeAt(offsets, from),
      wh: readingAt(readings, from) - startWh,
      elapsedMs: from - startedAt,
      power: changes.byPower ? intervalAt(readings, indexAt(readings, from)) : noPower,
    }
    const until = readingAt(readings, to) - startWh
    addEnergy(result.energy, { rules: rules.energy, circumstances, until, changes, from, to })
    const { kind } = occupancy[state]!
    // whole seconds since the start, so that parts add up to the whole
    const quantity = secondsSince(startedAt, to) - secondsSince(startedAt, from)
    if (kind === 'time' && to <= stopAt)
      addPart(result.time, {
        from,
        to,
        quantity,
        rule: firstMatch(rules.time, circumstances),
        reason: 'price',
      })
    if (kind === 'idle')
      grace.addIdle(result.idle, {
        from,
        to,
        quantity,
        rule: firstMatch(rules.idle, circumstances),
        reason: 'price',
      })
  }
  return result
}

const secondsSince = (start: number, at: number): number => Math.floor((at - start) / 1_000)

/** Free idle time that is left of a session. */
class Grace {
  #seconds: number

  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** Adds idle time, the free part of it first. It counts also while idle time has no price. */
  addIdle(parts: Part[], part: Part): void {
    const free = Math.min(this.#seconds, part.quantity)
    this.#seconds -= free
    const end = free === part.quantity ? part.to : part.from! + free * 1_000
    addPart(parts, { ...part, to: end, quantity: free, reason: 'grace' })
    addPart(parts, { ...part, from: end, quantity: part.quantity - free })
  }
}

/** Adds energy, split where the conditions of an element depend on it. */
function addEnergy(
  parts: Part[],
  piece: {
    rules: readonly ElementRule[]
    circumstances: Circumstances
    /** Energy since the start at the end. */
    until: number
    changes: Changes
    from: number | null
    to: number | null
  },
): void {
  const { rules, circumstances, until, changes, from, to } = piece
  let { wh } = circumstances
  for (const threshold of [...changes.wh, until]) {
    const end = Math.min(threshold, until)
    if (end <= wh) continue
    const rule = firstMatch(rules, { ...circumstances, wh })
    addPart(parts, { from, to, quantity: end - wh, rule, reason: 'price' })
    wh = end
  }
}

/** Returns the instants that split a session, from its start to its end. */
function instantsOf(changes: Changes, { readings, occupancy, stopAt, idleUntil, offsets }: Usage): number[] {
  const from = readings.ms[0]!
  const to = Math.max(stopAt, idleUntil)
  const inner = [stopAt, ...occupancy.map((one) => one.from), ...changes.elapsedMs.map((ms) => from + ms)]
  for (const wh of changes.wh) inner.push(reachedAt(readings, readings.wh[0]! + wh))
  if (changes.byPower) inner.push(...readings.ms)
  addClockInstants(inner, { from, to, offsets }, changes.minutes)
  const instants = [from]
  for (const ms of inner.sort((one, other) => one - other))
    if (ms > instants.at(-1)! && ms < to) instants.push(ms)
  instants.push(to)
  return instants
}

/** Returns the energy of a session whose times do not count: at the prices of its start. */
export function timelessEnergy(
  rules: readonly ElementRule[],
  { startedAt, wh, offsets }: { startedAt: number; wh: number; offsets: PriceInput['offsets'] },
): Part[] {
  const parts: Part[] = []
  const circumstances = atStart(startedAt, offsets)
  addEnergy(parts, { rules, circumstances, until: wh, changes: changesOf(rules), from: null, to: null })
  return parts
}

/** Returns the fee of the first element that applies at the start, if any. */
export function feeOf(rules: readonly ElementRule[], from: number, offsets: PriceInput['offsets']): Part[] {
  const rule = firstMatch(rules, atStart(from, offsets))
  return rule ? [{ from, to: from, quantity: 1, rule, reason: 'price' }] : []
}

/**
 * Returns fee and time of a reservation in parts. For one that expired, elements for expired reservations come
 * before those for all reservations, separately for fee and time.
 */
export function reservationParts(
  rules: readonly ElementRule[],
  { from, to, end }: PricedReservation,
  offsets: PriceInput['offsets'],
): { fee: Part[]; time: Part[] } {
  const kinds =
    end === 'expired' ? (['RESERVATION_EXPIRES', 'RESERVATION'] as const) : (['RESERVATION'] as const)
  const inOrder = kinds.flatMap((kind) => rules.filter(({ reservation }) => reservation === kind))
  const fee = feeOf(
    inOrder.filter(({ dimension }) => dimension === 'FLAT'),
    from,
    offsets,
  )
  if (inOrder.length === 0 || to <= from) return { fee, time: [] }
  const { time } = quantitiesOf(
    { energy: [], time: inOrder.filter(({ dimension }) => dimension === 'TIME'), idle: [], session: [] },
    {
      readings: { ms: [from], wh: [0] },
      occupancy: [{ from, kind: 'time' }],
      stopAt: to,
      idleUntil: from,
      offsets,
      idle: undefined,
    },
  )
  return { fee, time }
}
