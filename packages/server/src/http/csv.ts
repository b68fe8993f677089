const separator = ','
const lineEnd = '\r\n'
/**
 * Where a spreadsheet takes a cell for a formula. Some split at semicolons and tabs whatever the quotes say, so
 * that a cell may begin in the middle of ours.
 */
const formula = /(^|[;\t\r\n][ "]*)(?=[=+\-@\t\r])/g
const mustQuote = /[",\r\n]/

/** One line of a CSV file (RFC 4180). Texts that a spreadsheet would run as a formula are made plain texts. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(separator) + lineEnd

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replace(formula, "$1'")
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
