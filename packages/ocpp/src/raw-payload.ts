/** Returns the index after the string that begins at `start`. */
function behindString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x22) return i + 1
    if (unit === 0x5c) i++
  }
  return text.length
}

/** Returns the index after the next comma outside of strings. */
function behindComma(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x2c) return i + 1
    if (unit === 0x22) i = behindString(text, i) - 1
  }
  return text.length
}

/**
 * Returns the payload of a frame exactly as the station wrote it, including digits beyond 2^53, escaped NUL
 * and lone surrogates, which a parsed value would lose. The frame must be valid.
 * @param commas commas before the payload: 3 in a call, 2 in a result
 */
export function rawPayload(frameText: string, commas: 2 | 3): string {
  let start = 0
  for (let n = 0; n < commas; n++) start = behindComma(frameText, start)
  const text = frameText.slice(start, frameText.lastIndexOf(']')).trim()
  return text === '' || text === 'null' ? '{}' : text
}
