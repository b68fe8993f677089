const parts = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration: "1h 30m" on an axis (`narrow`), "1 hour 30 minutes" in a sentence (`long`). */
export function formatSpan(locale: string, seconds: number, width: 'narrow' | 'long' = 'narrow'): string {
  const words: string[] = []
  let rest = Math.round(Math.abs(seconds))
  for (const [unit, size] of parts) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0)
      words.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: width }).format(count))
  }
  // More than two units would be needlessly precise.
  return words.length === 0 ? '0' : words.slice(0, 2).join(' ')
}
