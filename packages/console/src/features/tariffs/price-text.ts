import { currencyDigits } from '@stationmaster/contract'
import type { Format } from '../../lib/format.ts'

/**
 * Formats a price or an amount as decimal text in its currency, with all its decimals and at least those of the
 * currency: €0.49, €0.4925.
 */
export function priceText({ tag }: Pick<Format, 'tag'>, amount: string, currency: string): string {
  const digits = currencyDigits(currency) ?? 2
  try {
    const form = new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(digits, 6),
    })
    // A decimal string is passed unchanged: a number would round it.
    return form.format(amount as unknown as number)
  } catch {
    return `${amount} ${currency}`
  }
}

/** Returns an amount in minor units of a currency as decimal text: 2010 in EUR is 20.10. */
export function amountOfMinor(minor: number, currency: string): string {
  const digits = currencyDigits(currency) ?? 2
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(-digits)}`
}
