/** Returns the exact sum of decimal numbers; null if one is a fraction, whose sum has no finite decimals. */
export function exactSum(texts: readonly string[]): string | null {
  if (!texts.every((text) => /^-?\d+(\.\d+)?$/.test(text))) return null
  const digits = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const sum = texts.reduce((total, text) => {
    const [whole = '0', decimals = ''] = text.split('.')
    return total + BigInt(whole + decimals.padEnd(digits, '0'))
  }, 0n)
  const isNegative = sum < 0n
  const text = String(isNegative ? -sum : sum).padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return isNegative ? `-${whole}` : whole
}

/** Formats a decimal number with all its decimals in a language; a fraction remains as it is. */
export function exactText(tag: string, text: string): string {
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(text)
  if (!decimals) return text
  const digits = Math.min(20, decimals[1]?.length ?? 0)
  const form = new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // A decimal string is passed unchanged: a number would round it.
  return form.format(text as unknown as number)
}
