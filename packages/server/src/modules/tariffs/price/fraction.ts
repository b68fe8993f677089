// Exact amounts: whole numerators over a common denominator, so that a sum is rounded only once.

/** Prices have at most this number of decimals. */
export const priceDecimals = 6

const tens = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Units of a price: 0.49 is 490000. */
export const priceScale: bigint = tens(priceDecimals)

/** Returns a decimal number as a multiple of `1 / 10^decimals`; further decimals are cut. */
export function scaled(text: string | number, decimals: number): bigint {
  const [whole = '', part = ''] = String(text).split('.')
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

/** Returns a fraction that is not negative as a whole number, half rounded away from zero. */
export const roundHalfAway = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** Returns a fraction of units of a currency in its minor unit, rounded once. */
export const minorOf = (numerator: bigint, denominator: bigint, digits: number): number =>
  Number(roundHalfAway(numerator * tens(digits), denominator))

/** Returns a limit in minor units; it has no more decimals than the currency. */
export const limitMinor = (text: string, digits: number): number => Number(scaled(text, digits))

/** Returns a fraction as a decimal number, or as `1/3` if it has none. */
export function exactText(numerator: bigint, denominator: bigint): string {
  let [divisor, rest] = [denominator, numerator % denominator]
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest]
  const [top, bottom] = [numerator / divisor, denominator / divisor]
  // the denominators of prices have no more than 12 factors of 2 and of 5
  const power = tens(12)
  if (power % bottom !== 0n) return `${top}/${bottom}`
  const digits = String((top * power) / bottom).padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}
