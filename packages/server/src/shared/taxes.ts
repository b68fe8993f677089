const whole = 10_000n

/**
 * Returns the tax of an amount in minor units, rounded once, half away from zero: out of a gross amount, on top of a net
 * one (EN 16931, BR-CO-17). The amount is the sum of a rate.
 * @param taxBp rate in basis points
 */
export function taxOf(amountMinor: number, taxBp: number, isTaxIncluded: boolean): number {
  const { numerator, denominator } = exactTax(amountMinor, taxBp, isTaxIncluded)
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}

/**
 * Returns the taxes of amounts of one rate. Their sum is the tax of the sum: each is rounded down, and the largest
 * remainders are raised by one, of equal ones the first.
 */
export function taxesOfLines(
  amountsMinor: readonly number[],
  taxBp: number,
  isTaxIncluded: boolean,
): number[] {
  const shares = amountsMinor.map((amountMinor, index) => {
    const { numerator, denominator } = exactTax(amountMinor, taxBp, isTaxIncluded)
    const remainder = ((numerator % denominator) + denominator) % denominator
    return { index, floor: Number((numerator - remainder) / denominator), remainder }
  })
  const taxes = shares.map(({ floor }) => floor)
  const sum = amountsMinor.reduce((total, amount) => total + amount, 0)
  const left = taxes.reduce((rest, tax) => rest - tax, taxOf(sum, taxBp, isTaxIncluded))
  const largestFirst = shares.toSorted(
    (one, other) => Number(other.remainder - one.remainder) || one.index - other.index,
  )
  for (const { index } of largestFirst.slice(0, left)) taxes[index]! += 1
  return taxes
}

const exactTax = (amountMinor: number, taxBp: number, isTaxIncluded: boolean) => ({
  numerator: BigInt(amountMinor) * BigInt(taxBp),
  denominator: isTaxIncluded ? whole + BigInt(taxBp) : whole,
})
