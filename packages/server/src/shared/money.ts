import { currencyDigits } from '@stationmaster/contract'

/** Digits of a currency that ISO 4217 does not list, such as one agreed between two operators. */
const unlistedDigits = 2

/** Returns minor units as decimal text: 1234 EUR is `12.34`, 1234 JPY is `1234`. */
export function decimalOf(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency) ?? unlistedDigits
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return amountMinor < 0 ? `-${whole}` : whole
}
