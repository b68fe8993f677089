import {
  type ChargedService,
  currencyDigits,
  type PriceFlag,
  type TariffDefinition,
} from '@stationmaster/contract'
import { exactText, limitMinor, minorOf, priceScale } from './fraction.ts'
import type { Charge } from './price-types.ts'
import type { Part } from './quantities.ts'

/** Units of a quantity in one unit of its price: Wh in a kWh, seconds in an hour, a fee. */
const unitsPerPrice = { ENERGY: 1_000n, TIME: 3_600n, PARKING_TIME: 3_600n, FLAT: 1n } as const
/** Common denominator of all amounts. */
const denominator = 9_000n * priceScale

const amountOf = ({ quantity, rule, reason }: Part): bigint =>
  rule === undefined || reason === 'grace'
    ? 0n
    : (BigInt(quantity) * rule.price * 9_000n) / unitsPerPrice[rule.dimension]

const isCharged = ({ rule, reason }: Part): boolean => rule !== undefined && reason !== 'grace'

/** Returns the sum of the quantities that have a price. */
export const chargedQuantity = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (isCharged(part) ? part.quantity : 0), 0)

/** Rounds a quantity up to the step size of the last price used. */
export function addStep(parts: Part[]): void {
  const last = parts.findLast(isCharged)
  if (!last) return
  const step = last.rule!.step
  const missing = (step - (chargedQuantity(parts) % step)) % step
  if (missing > 0) parts.push({ from: null, to: null, quantity: missing, rule: last.rule, reason: 'step' })
}

/** Returns the charge for a service, rounded once; undefined if nothing was used. */
export function chargeOf(
  service: ChargedService,
  parts: readonly Part[],
  tariff: TariffDefinition,
): Charge | undefined {
  if (parts.length === 0) return undefined
  const sum = parts.reduce((sum, part) => sum + amountOf(part), 0n)
  const amountMinor = minorOf(sum, denominator, digitsOf(tariff))
  const rule = parts.find(isCharged)?.rule
  return {
    service,
    quantity: chargedQuantity(service === 'reservation' ? parts.filter(isTime) : parts),
    amountMinor,
    beforeLimitMinor: amountMinor,
    taxBp: rule?.taxBp ?? tariff.vat,
    parts: parts.map((part) => ({
      from: part.from,
      to: part.to,
      quantity: part.quantity,
      element: part.rule?.element ?? null,
      exact: exactText(amountOf(part), denominator),
      reason: part.reason,
    })),
  }
}

const isTime = ({ rule }: Part): boolean => rule?.dimension === 'TIME'

const digitsOf = ({ currency }: TariffDefinition): number => currencyDigits(currency)!

/** Services in the order in which the maximum reduces them. */
const reduced = ['idle', 'time', 'energy', 'session'] as const

/** Applies the maximum of idle time, and minimum and maximum of a session, to its rounded charges. */
export function applyLimits(
  charges: Charge[],
  tariff: TariffDefinition,
  { hasEnergy, flags }: { hasEnergy: boolean; flags: Set<PriceFlag> },
): void {
  const digits = digitsOf(tariff)
  const { idle, min_price, max_price } = tariff
  const idleCharge = charges.find(({ service }) => service === 'idle')
  if (idle?.max !== undefined && idleCharge) {
    const most = limitMinor(idle.max, digits)
    if (idleCharge.amountMinor > most) {
      idleCharge.amountMinor = most
      flags.add('idle-limit')
    }
  }
  const most = max_price === undefined ? Infinity : limitMinor(max_price, digits)
  let excess = sumOf(charges) - most
  if (excess > 0) flags.add('maximum')
  for (const service of reduced) {
    const charge = charges.find((one) => one.service === service)
    if (!charge || excess <= 0) continue
    const less = Math.min(excess, charge.amountMinor)
    charge.amountMinor -= less
    excess -= less
  }
  if (min_price === undefined || !hasEnergy) return
  const missing = Math.min(limitMinor(min_price, digits), most) - sumOf(charges)
  if (missing <= 0) return
  flags.add('minimum')
  addMinimum(charges, missing, tariff)
}

function addMinimum(charges: Charge[], missingMinor: number, tariff: TariffDefinition): void {
  let charge = charges.find(({ service }) => service === 'session')
  if (!charge) {
    charge = {
      service: 'session',
      quantity: 1,
      amountMinor: 0,
      beforeLimitMinor: 0,
      taxBp: tariff.vat,
      parts: [],
    }
    charges.push(charge)
  }
  charge.amountMinor += missingMinor
  charge.parts.push({
    from: null,
    to: null,
    quantity: 1,
    element: null,
    exact: exactText(BigInt(missingMinor), 10n ** BigInt(digitsOf(tariff))),
    reason: 'minimum',
  })
}

const sumOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
