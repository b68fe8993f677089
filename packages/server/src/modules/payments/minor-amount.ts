import { currencyDigits } from '@stationmaster/contract'

/** Returns an amount in minor units; null if it is not a decimal text with the digits of the currency, or too large. */
export function minorAmount(amount: unknown, currency: string): number | null {
  const digits = currencyDigits(currency) ?? 2
  const match = typeof amount === 'string' ? /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(amount) : null
  const decimals = match?.[2] ?? ''
  if (!match || decimals.length > digits) return null
  const minor = Number(match[1]! + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) && minor > 0 ? minor : null
}

/** Returns an amount in minor units as decimal text. */
export function decimalAmount(minor: number, currency: string): string {
  const digits = currencyDigits(currency) ?? 2
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
