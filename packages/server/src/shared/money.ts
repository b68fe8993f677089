/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY. */
const digitsOf = (currency: string): number => {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    )
  } catch {
    return 2 // no currency the platform knows
  }
}

/** Minor units as a decimal text: 1234 EUR is `12.34`. */
export function decimalOf(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return amountMinor < 0 ? `-${whole}` : whole
}
