const UNSTORABLE = /[\0\ud800-\udfff]/

/**
 * A text as a column of PostgreSQL can hold it: NUL is shown as its control picture and a lone surrogate as
 * U+FFFD. Everything else stays as it came, other control characters included. For display and search; the
 * raw frame is what proves what was said. A text is cut before, never after: a cut may leave half a character.
 */
export function toWireText(value: string): string {
  if (!UNSTORABLE.test(value)) return value
  return value.replace(/\0/g, '\u2400').replace(/\p{Surrogate}/gu, '\ufffd')
}
