import { currencyDigits } from '@stationmaster/contract'

/** Digits of a currency that ISO 4217 does not list, such as one agreed between two operators. */
const unlistedDigits = 2

/** Returns minor units as decimal text: 1234 EUR is `12.34`, 1234 JPY is `1234`. */
export const decimalOf = (amountMinor: number, currency: string): string =>
  decimalText(amountMinor, currencyDigits(currency) ?? unlistedDigits)

/** Returns an integer number of minor units as decimal text with this many digits. */
export function decimalText(amountMinor: number | string, digits: number): string {
  const isNegative = String(amountMinor).startsWith('-')
  const text = String(amountMinor)
    .slice(isNegative ? 1 : 0)
    .padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return isNegative ? `-${whole}` : whole
}

/** Returns decimal text as minor units; null if it has more decimals than the currency, or is too large. */
export function minorUnits(text: string, currency: string): number | null {
  const digits = currencyDigits(currency) ?? unlistedDigits
  const match = /^(-?\d{1,12})(?:\.(\d{1,4}))?$/.exec(text)
  const decimals = match?.[2] ?? ''
  if (!match || decimals.length > digits) return null
  const minor = Number(match[1]! + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** Returns what `minorUnits` does for a text of a request; null if it is not a text or not above zero. */
export function positiveMinorUnits(value: unknown, currency: string): number | null {
  const minor = typeof value === 'string' ? minorUnits(value, currency) : null
  return minor !== null && minor > 0 ? minor : null
}
