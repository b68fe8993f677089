import { Readable } from 'node:stream'
import { columnsOf, type Endpoint } from '@stationmaster/contract'
import type { TObject } from 'typebox'
import { isRefusal, type Refusal } from '../shared/refusal.ts'
import type { Viewer } from '../shared/scope.ts'
import type { AnyHandler, WebCall, WebReply } from './web-call.ts'

interface CsvCall {
  row: Endpoint
  handler: AnyHandler
  viewer: Viewer | null
  body: unknown
  call: WebCall
}
type Row = Record<string, unknown>
type ListBody = { fields?: string[]; reclimit?: number; recoffset?: number; after?: string }
/** Result of a search: some rows, and where to continue. */
type Found = { rows: Row[]; until: { id: string } | null }
type Pages = AsyncGenerator<Row[] | Refusal>

const pageRows = 1000
const foundRows = 500

/**
 * Returns a list or a search as CSV, page after page by the key of the last row: only a page at a time is in
 * memory, and no database connection waits for a slow reader. Without `reclimit` it contains all rows.
 */
export async function csvReply(csvCall: CsvCall): Promise<WebReply | { no: Refusal }> {
  const { rows, isFound } = rowSchema(csvCall.row)
  const columns = (csvCall.body as ListBody).fields ?? columnsOf(rows)
  const pages = pagesOf(csvCall, { columns, isFound })
  const first = await pages.next()
  if (isRefusal(first.value)) return { no: first.value }
  const name = csvCall.row.path.split('/').slice(1).join('-')
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
    body: Readable.from(lines(columns, first.value ?? [], pages)),
  }
}

/** Returns the schema of a row: rows are an array, or the `rows` of a search result. */
function rowSchema({ answer }: Endpoint): { rows: TObject; isFound: boolean } {
  const { items, properties } = answer as unknown as {
    items?: TObject
    properties?: { rows: { items: TObject } }
  }
  return items ? { rows: items, isFound: false } : { rows: properties!.rows.items, isFound: true } // of rows with `csv`
}

async function* lines(columns: string[], first: Row[], rest: Pages): AsyncGenerator<string> {
  yield csvLine(columns)
  const written = (rows: Row[]) => rows.map((row) => csvLine(columns.map((name) => row[name]))).join('')
  yield written(first)
  for await (const rows of rest) {
    // the header has been sent: ending the stream early is the only way left to report the error
    if (isRefusal(rows)) throw new Error(rows.message)
    yield written(rows)
  }
}

async function* pagesOf(
  { handler, viewer, body, call }: CsvCall,
  { columns, isFound }: { columns: string[]; isFound: boolean },
): Pages {
  const query = body as ListBody // checked against the row's schema
  const fields = columns.includes('id') ? columns : [...columns, 'id']
  const most = isFound ? foundRows : pageRows
  let left = query.reclimit
  for (let behind = {}; ; ) {
    const reclimit = Math.min(most, left ?? most)
    const answer = await handler(viewer, { ...query, ...behind, fields, reclimit }, call)
    if (isRefusal(answer)) return yield answer
    const found = answer as Row[] | Found // as the row's schema states
    const rows = 'until' in found ? found.rows : found
    yield rows
    if (left !== undefined) left -= rows.length
    const last = 'until' in found ? found.until : rows.length === most && rows.at(-1)
    if (!last || left === 0 || call.signal.aborted) return
    behind = { after: String(last.id), recoffset: 0 }
  }
}

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
