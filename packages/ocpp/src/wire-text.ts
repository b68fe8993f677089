const UNSTORABLE = /[\0\ud800-\udfff]/

/**
 * Returns a text that a PostgreSQL column can store: NUL becomes its control picture and a lone surrogate
 * U+FFFD. Everything else is unchanged, other control characters included. For display and search; the raw
 * frame is the evidence of what was sent. Truncate a text before, not after: truncation may split a surrogate
 * pair.
 */
export function toWireText(value: string): string {
  if (!UNSTORABLE.test(value)) return value
  return value.replace(/\0/g, '\u2400').replace(/\p{Surrogate}/gu, '\ufffd')
}
