import type { PriceFlag, TariffDefinition } from '@stationmaster/contract'
import { taxOf } from '../../../shared/taxes.ts'
import { addStep, applyLimits, chargedQuantity, chargeOf } from './charges.ts'
import { type ElementRule, rulesOf } from './element-rules.ts'
import { occupancyOf } from './occupancy.ts'
import type { Charge, PriceInput, PriceResult, PricedSession } from './price-types.ts'
import {
  feeOf,
  type Part,
  quantitiesOf,
  reservationParts,
  type RuleSet,
  timelessEnergy,
} from './quantities.ts'
import { readingsOf } from './readings.ts'

/** Number of this pricing function. A change of its results needs a new number, and the old function stays. */
export const engine = 1

/** More energy than one session can deliver. */
const maxSessionWh = 1_000_000

/** Parts of the services of a session, and its energy. */
interface PricedParts {
  wh: number
  energy: Part[]
  time: Part[]
  idle: Part[]
}

/**
 * Returns what a session and its reservation cost. It is pure: the same input always has the same price. The tariff
 * must have no problems (`tariffProblems`).
 */
export function price(input: PriceInput): PriceResult {
  const { tariff, reservation, offsets } = input
  const rules = rulesOf(tariff)
  const flags = new Set<PriceFlag>()
  const session = input.session && priceSession(input, input.session, { rules, flags })
  const charges = [...(session ?? [])]
  if (reservation) {
    const { fee, time } = reservationParts(rules, reservation, offsets)
    addStep(time)
    const charge = chargeOf('reservation', [...fee, ...time], tariff)
    if (charge) charges.push(charge)
  }
  return {
    charges,
    totalMinor: charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    flags: [...flags].sort(),
    hold: flags.has('held'),
  }
}

/** Returns the charges of a session without its reservation. */
function priceSession(
  input: PriceInput,
  session: PricedSession,
  { rules, flags }: { rules: readonly ElementRule[]; flags: Set<PriceFlag> },
): Charge[] {
  const { tariff, offsets, now } = input
  const set = ruleSetOf(rules)
  const until = runsUntil(session, now)
  if (until !== null && until <= session.startedAt) return []
  if (isHeld(session, until, flags)) return hold(flags)
  const parts = partsOf(input, session, { set, until, flags })
  if (parts.wh > maxSessionWh) return hold(flags)
  if (parts.wh < (tariff.free_below_wh ?? 0)) return []
  const { energy, time, idle, wh } = parts
  addStep(energy)
  // once for all time: of the parking time, if there is any
  addStep(chargedQuantity(idle) > 0 ? idle : time)
  const fee = wh > 0 ? feeOf(set.session, session.startedAt, offsets) : []
  const charges = [
    chargeOf('energy', energy, tariff),
    chargeOf('time', time, tariff),
    chargeOf('idle', idle, tariff),
    chargeOf('session', fee, tariff),
  ].filter((charge) => charge !== undefined)
  applyLimits(charges, tariff, { hasEnergy: wh > 0, flags })
  return charges
}

/** Returns the rules for sessions by service. */
function ruleSetOf(rules: readonly ElementRule[]): RuleSet {
  const inSession = rules.filter(({ reservation }) => reservation === undefined)
  const of = (dimension: ElementRule['dimension']) => inSession.filter((rule) => rule.dimension === dimension)
  return { energy: of('ENERGY'), time: of('TIME'), idle: of('PARKING_TIME'), session: of('FLAT') }
}

/** Returns the end of what is known of a session that has not stopped by now; null if it has. */
const runsUntil = ({ stoppedAt }: PricedSession, now: number | undefined): number | null =>
  now !== undefined && (stoppedAt === null || now < stoppedAt) ? now : null

function isHeld(session: PricedSession, until: number | null, flags: Set<PriceFlag>): boolean {
  const { meterStartWh, meterStopWh, stoppedAt, held } = session
  const isBelowStart = meterStopWh !== null && meterStopWh < meterStartWh
  if (isBelowStart) flags.add('meter-rollback')
  // without a stop it is priced when a user has resolved it
  const isMissingStop = until === null && (stoppedAt === null || meterStopWh === null)
  return held || isBelowStart || isMissingStop
}

function hold(flags: Set<PriceFlag>): [] {
  flags.add('held')
  return []
}

function partsOf(
  { tariff, offsets, now }: PriceInput,
  session: PricedSession,
  { set, until, flags }: { set: RuleSet; until: number | null; flags: Set<PriceFlag> },
): PricedParts {
  const { startedAt, timesTrusted, meterStartWh, meterStopWh, releasedAt, states } = session
  const stopAt = until ?? session.stoppedAt!
  if (!timesTrusted || stopAt <= startedAt) {
    flags.add(timesTrusted ? 'no-duration' : 'times-not-trusted')
    const wh =
      until === null
        ? Math.floor(meterStopWh!) - Math.floor(meterStartWh)
        : energyOf(readingsOf(session, until, new Set()).wh)
    const energy = timelessEnergy(set.energy, { startedAt, wh, offsets })
    return { wh, energy, time: [], idle: [] }
  }
  const readings = readingsOf(session, stopAt, flags)
  if (states.length === 0 && set.idle.length > 0) flags.add('no-states')
  const occupancy = occupancyOf(session, readings, tariff.idle)
  const released = Math.min(releasedAt ?? now ?? stopAt, now ?? Infinity)
  const idleUntil = tariff.idle?.until === 'release' ? Math.max(stopAt, released) : stopAt
  const usage = { readings, occupancy, stopAt, idleUntil, offsets, idle: tariff.idle }
  return { wh: energyOf(readings.wh), ...priced(quantitiesOf(set, usage), set) }
}

const energyOf = (wh: readonly number[]): number => wh.at(-1)! - wh[0]!

/** Leaves out services for which the tariff has no price at all. */
const priced = (parts: Omit<PricedParts, 'wh'>, set: RuleSet): Omit<PricedParts, 'wh'> => ({
  energy: set.energy.length > 0 ? parts.energy : [],
  time: set.time.length > 0 ? parts.time : [],
  idle: set.idle.length > 0 ? parts.idle : [],
})

/** Amounts of a document without and with tax, in minor units. */
export interface Taxes {
  net: number
  vat: number
  gross: number
}

/** Returns the sums without and with tax: the tax of each rate is rounded once. */
export function taxesOf(charges: readonly Charge[], { tax_included }: TariffDefinition): Taxes {
  const byRate = new Map<number, number>()
  for (const { taxBp, amountMinor } of charges) byRate.set(taxBp, (byRate.get(taxBp) ?? 0) + amountMinor)
  let [sum, vat] = [0, 0]
  for (const [taxBp, amount] of byRate) {
    sum += amount
    vat += taxOf(amount, taxBp, tax_included === 'YES')
  }
  return tax_included === 'YES' ? { net: sum - vat, vat, gross: sum } : { net: sum, vat, gross: sum + vat }
}
