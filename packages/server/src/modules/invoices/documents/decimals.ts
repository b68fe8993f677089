/** Exact decimal arithmetic: a fraction of two integers, and texts with a fixed number of digits. */
export type Fraction = { numerator: bigint; denominator: bigint }

const decimalPattern = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/

const powerOfTen = (digits: number): bigint => 10n ** BigInt(digits)

/** Reads a decimal text; null if it is none. */
export function readDecimal(text: string): Fraction | null {
  const match = decimalPattern.exec(text)
  if (!match) return null
  const [, sign, whole = '', decimals = ''] = match
  const numerator = BigInt(whole + decimals)
  return { numerator: sign ? -numerator : numerator, denominator: powerOfTen(decimals.length) }
}

/** Reads a decimal text or a fraction such as `17/3`; null if it is neither. */
export function readExact(text: string): Fraction | null {
  const [above = '', below, ...rest] = text.split('/')
  if (rest.length > 0) return null
  if (below === undefined) return readDecimal(above)
  if (!/^-?\d{1,40}$/.test(above) || !/^\d{1,40}$/.test(below) || BigInt(below) === 0n) return null
  return { numerator: BigInt(above), denominator: BigInt(below) }
}

export const fractionOf = (numerator: number, denominator = 1): Fraction => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
})

export const sum = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce(
    (total, { numerator, denominator }) => ({
      numerator: total.numerator * denominator + numerator * total.denominator,
      denominator: total.denominator * denominator,
    }),
    fractionOf(0),
  )

export const multiply = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
})

export const divide = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator,
  denominator: one.denominator * other.numerator,
})

/** Returns true if an exact number is zero. */
export const isZero = (text: string): boolean => readExact(text)?.numerator === 0n

export const isSame = (one: Fraction, other: Fraction): boolean =>
  one.numerator * other.denominator === other.numerator * one.denominator

/** Rounds to units of 10^-digits, half away from zero. */
export function round({ numerator, denominator }: Fraction, digits: number): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const above = (numerator < 0n ? -numerator : numerator) * powerOfTen(digits)
  const below = denominator < 0n ? -denominator : denominator
  const rounded = (2n * above + below) / (2n * below)
  return isNegative ? -rounded : rounded
}

/** Returns units of 10^-digits as decimal text: 1234 with two digits is `12.34`. */
export function decimalText(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return units < 0n ? `-${whole}` : whole
}

/** Removes zeros at the end down to a number of decimals: `0.5900` with two is `0.59`. */
export function trimDecimals(text: string, minimum = 0): string {
  const [whole = '', decimals = ''] = text.split('.')
  let end = decimals.length
  while (end > minimum && decimals[end - 1] === '0') end -= 1
  const rest = decimals.slice(0, end).padEnd(minimum, '0')
  return rest ? `${whole}.${rest}` : whole
}

/** Returns the decimal text of a fraction, or its first digits and `…` if it has more than `most`. */
export function exactText(fraction: Fraction, { least, most }: { least: number; most: number }): string {
  const scale = powerOfTen(most)
  const scaled = fraction.numerator * scale
  const units = scaled / fraction.denominator
  const text = decimalText(units, most)
  return units * fraction.denominator === scaled ? trimDecimals(text, least) : `${text}…`
}
