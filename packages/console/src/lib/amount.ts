import { currencyDigits } from '@stationmaster/contract'

/** Returns a typed number as the API expects it: some languages write a comma. */
export const decimalOf = (typed: string): string => typed.trim().replace('−', '-').replace(',', '.')

/** Returns true for a typed amount with at most the decimals of its currency; only a signed one may be negative. */
export function isAmount(typed: string, currency: string, isSigned = false): boolean {
  const [, sign, decimals = ''] = /^(-?)\d{1,12}(?:\.(\d{1,4}))?$/.exec(decimalOf(typed)) ?? []
  return (sign === '' || (isSigned && sign === '-')) && decimals.length <= (currencyDigits(currency) ?? 4)
}

/** Returns the number of decimals of a currency. */
export const decimalsOf = (currency: string): number => currencyDigits(currency) ?? 2

/** Returns an amount in minor units of a currency as decimal text: 2010 in EUR is 20.10. */
export function amountOfMinor(minor: number, currency: string): string {
  const digits = decimalsOf(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(-digits)}`
}
