/** Returns the index of the closing quote of the string opened at `start`. */
function closingQuote(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text[i]
    if (unit === '"') return i
    if (unit === '\\') i++
  }
  return text.length
}

/**
 * Returns the digits of a number as sent, for a member of the payload itself (not of nested objects):
 * `JSON.parse` turns the transactionId 9223372036854775807 into 9223372036854775808. Returns null if the
 * member is missing or not a number.
 */
export function rawNumber(frameText: string, member: string): string | null {
  let depth = 0
  for (let i = 0; i < frameText.length; i++) {
    const unit = frameText[i]
    if (unit === '[' || unit === '{') depth++
    else if (unit === ']' || unit === '}') depth--
    else if (unit === '"') {
      const end = closingQuote(frameText, i)
      if (depth === 2 && frameText.slice(i + 1, end) === member) {
        const number = /\s*:\s*(-?\d[\d.eE+-]*)/y
        number.lastIndex = end + 1
        const digits = number.exec(frameText)?.[1]
        if (digits) return digits
      }
      i = end
    }
  }
  return null
}
