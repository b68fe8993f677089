const separator = ','
const lineEnd = '\r\n'
/**
 * Start of a cell that a spreadsheet takes for a formula. Some split at semicolons and tabs regardless of
 * quotes, so that a cell may begin in the middle of another one.
 */
const formula = /(^|[;\t\r\n][ "]*)(?=[=+\-@\t\r])/g
const mustQuote = /[",\r\n]/

/** Returns one line of a CSV file (RFC 4180). Texts that a spreadsheet would run as a formula are escaped. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(separator) + lineEnd

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replace(formula, "$1'")
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
