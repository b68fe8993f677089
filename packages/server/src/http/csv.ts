import { Readable } from 'node:stream'
import { DecimalText, LocalTime } from './sheet.ts'

/** Shows spreadsheets that the text is UTF-8. */
const byteOrderMark = '\ufeff'

/** Returns a CSV file (RFC 4180) as a stream. `isMarked`: it begins with a byte order mark. */
export const csvFile = (
  titles: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
  isMarked: boolean,
): Readable => Readable.from(lines(titles, rows, isMarked))

/** Number of characters that are passed on together, so that a line is not sent as a packet of its own. */
const partLength = 32_768

async function* lines(
  titles: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
  isMarked: boolean,
): AsyncGenerator<string> {
  let part = (isMarked ? byteOrderMark : '') + csvLine(titles)
  for await (const row of rows) {
    part += csvLine(row)
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

const separator = ','
const lineEnd = '\r\n'
/**
 * Start of a cell that a spreadsheet takes for a formula. Some split at semicolons and tabs regardless of
 * quotes, so that a cell may begin in the middle of another one. One apostrophe is also
 * added to a text that already begins with some, since an import removes one (modules/imports/read-table.ts).
 */
const formula = /(^|[;\t\r\n][ "]*)(?='*[=+\-@\t\r])/g
const mustQuote = /[",\r\n]/

/** Returns one line of a CSV file (RFC 4180). Texts that a spreadsheet would run as a formula are escaped. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(separator) + lineEnd

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof LocalTime || value instanceof DecimalText) return value.text
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replace(formula, "$1'")
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
