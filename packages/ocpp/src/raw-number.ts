/** The end of the string opened at `start`: the index of its closing quote. */
function closingQuote(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text[i]
    if (unit === '"') return i
    if (unit === '\\') i++
  }
  return text.length
}

/**
 * The digits of a number just as a station wrote them, for a member of the payload itself (not of what lies in it):
 * `JSON.parse` makes 9223372036854775808 of a transactionId 9223372036854775807. Null when there is no such
 * member or it is no number.
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
