import type { InvoiceDocument, InvoiceLine, TaxTotal } from './invoice-document.ts'
import { round } from './decimals.ts'

type Prices = Pick<InvoiceDocument, 'lines' | 'pricesIncludeTax'>

const whole = 10_000

/** Returns the tax of an amount, rounded half away from zero: out of a gross amount, on top of a net one. */
export function taxOf(amountMinor: number, taxBp: number, pricesIncludeTax: boolean): number {
  const denominator = pricesIncludeTax ? whole + taxBp : whole
  return Number(
    round({ numerator: BigInt(amountMinor) * BigInt(taxBp), denominator: BigInt(denominator) }, 0),
  )
}

/** Computes the total of each tax rate, highest rate first: the tax once per rate. */
export function computeTotals({ lines, pricesIncludeTax }: Prices): TaxTotal[] {
  const amounts = new Map<number, number>()
  for (const { taxBp, amountMinor } of lines) amounts.set(taxBp, (amounts.get(taxBp) ?? 0) + amountMinor)
  return [...amounts]
    .toSorted(([one], [other]) => other - one)
    .map(([taxBp, amountMinor]) => {
      const taxMinor = taxOf(amountMinor, taxBp, pricesIncludeTax)
      return pricesIncludeTax
        ? { taxBp, netMinor: amountMinor - taxMinor, taxMinor, grossMinor: amountMinor }
        : { taxBp, netMinor: amountMinor, taxMinor, grossMinor: amountMinor + taxMinor }
    })
}

/** Sums of all rates, and the amount that remains to be paid. */
export type DocumentSums = { netMinor: number; taxMinor: number; grossMinor: number; dueMinor: number }

export function documentSums({
  totals,
  paidMinor,
}: Pick<InvoiceDocument, 'totals' | 'paidMinor'>): DocumentSums {
  const sumOf = (field: 'netMinor' | 'taxMinor' | 'grossMinor') =>
    totals.reduce((sum, total) => sum + total[field], 0)
  const grossMinor = sumOf('grossMinor')
  return {
    netMinor: sumOf('netMinor'),
    taxMinor: sumOf('taxMinor'),
    grossMinor,
    dueMinor: grossMinor - paidMinor,
  }
}

/**
 * Returns the net amount of each line, in their order: as booked, otherwise such that they add up to the net amount
 * of their rate. In a list with tax the cents that rounding leaves go to the lines with the largest remainders
 * (EN 16931, BR-CO-10).
 */
export function lineNetAmounts({
  lines,
  totals,
  pricesIncludeTax,
}: Prices & Pick<InvoiceDocument, 'totals'>): number[] {
  const net = lines.map(({ netMinor, amountMinor }) => netMinor ?? amountMinor)
  if (!pricesIncludeTax) return net
  for (const { taxBp, netMinor } of totals) {
    const ofRate = lines.flatMap((line, index) => (line.taxBp === taxBp ? [floorOf(line, index)] : []))
    const members = ofRate.filter(({ index }) => lines[index]?.netMinor === null)
    for (const { index, floor } of members) net[index] = floor
    spread(
      members.toSorted((one, other) => other.remainder - one.remainder || one.index - other.index),
      netMinor - ofRate.reduce((sum, { index }) => sum + (net[index] ?? 0), 0),
      net,
    )
  }
  return net
}

function floorOf({ amountMinor, taxBp }: InvoiceLine, index: number) {
  const above = BigInt(amountMinor) * BigInt(whole)
  const below = BigInt(whole + taxBp)
  const remainder = ((above % below) + below) % below
  return { index, floor: Number((above - remainder) / below), remainder: Number(remainder) }
}

/** Adds `missing` units to the amounts of the members, one each, in their order. */
function spread(members: readonly { index: number }[], missing: number, amounts: number[]) {
  const step = Math.sign(missing)
  const order = step < 0 ? members.toReversed() : members
  for (let rest = Math.abs(missing), at = 0; rest > 0 && order.length > 0; rest -= 1, at += 1) {
    const { index } = order[at % order.length] ?? { index: 0 }
    amounts[index] = (amounts[index] ?? 0) + step
  }
}
