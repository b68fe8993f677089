const separator = ','
const lineEnd = '\r\n'
/** Characters with which a spreadsheet takes a cell for a formula. */
const formula = /^[=+\-@\t\r]/
const mustQuote = /[",\r\n]/

/** One line of a CSV file (RFC 4180). Texts that a spreadsheet would run as a formula are made plain texts. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(separator) + lineEnd

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
