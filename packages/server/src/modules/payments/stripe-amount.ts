import { currencyDigits } from '@stationmaster/contract'

// Stripe counts some currencies in other units than ISO 4217: https://docs.stripe.com/currencies
const digitsAtStripe: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

const shiftOf = (currency: string): number => {
  const digits = currencyDigits(currency) ?? 2
  return (digitsAtStripe[currency] ?? digits) - digits
}

/** Returns an amount in the units of Stripe; null if Stripe cannot represent it. */
export function amountForStripe(amountMinor: number, currency: string): number | null {
  const amount = amountMinor * 10 ** shiftOf(currency)
  if (!Number.isSafeInteger(amount)) return null
  // of three decimal digits, the last one is zero
  if (currencyDigits(currency) === 3 && amount % 10 !== 0) return null
  return amount
}

/** Returns an amount of Stripe in minor units. */
export const amountFromStripe = (amount: number, currency: string): number =>
  Math.round(amount / 10 ** shiftOf(currency.toUpperCase()))
