import type { Readable } from 'node:stream'
import { type Endpoint, type ExportFormat, maxExportRows, type Sheet } from '@stationmaster/contract'
import type { TObject } from 'typebox'
import { isRefusal, type Refusal } from '../shared/refusal.ts'
import type { Viewer } from '../shared/scope.ts'
import { csvFile } from './csv.ts'
import type { ExportSlots } from './export-slots.ts'
import { type CellValue, sheetContent, type SheetContent } from './sheet.ts'
import type { AnyHandler, WebCall, WebReply } from './web-call.ts'
import { xlsxFile } from './xlsx.ts'

export interface ExportCall {
  format: ExportFormat
  row: Endpoint
  handler: AnyHandler
  viewer: Viewer | null
  /** Body that `exportBody` describes. */
  body: unknown
  call: WebCall
  slots: ExportSlots
  limits?: ExportLimits
}

export interface ExportLimits {
  rows: number
  ms: number
}
const usualLimits: ExportLimits = { rows: maxExportRows, ms: 10 * 60_000 }

type Row = Record<string, unknown>
type ListBody = { fields?: string[]; reclimit?: number; recoffset?: number; after?: string; sheet?: Sheet }
/** Result of a search: some rows, and where to continue. */
type Found = { rows: Row[]; until: { id: string } | null }
type Pages = AsyncGenerator<Row[] | Refusal>

const pageRows = 1000
const foundRows = 500

/**
 * Returns a list or a search as a file, page after page by the key of the last row: only a page at a time is in
 * memory, and no database connection waits for a slow reader. Without `reclimit` it contains all rows. Beyond the
 * limits the stream is aborted, so that an incomplete file is never taken for a complete one.
 */
export async function exportReply(exportCall: ExportCall): Promise<WebReply | { no: Refusal }> {
  const { row, viewer, format, call, slots } = exportCall
  const { sheet, ...query } = exportCall.body as ListBody // checked against the row's schema
  const { rows, isFound } = rowSchema(row)
  const name = row.path.split('/').slice(1).join('-')
  const content = sheetContent(rows, { sheet, fields: query.fields }, name)
  if (isRefusal(content)) return { no: content }
  const release = slots.take(viewer?.userId ?? call.address)
  if (isRefusal(release)) return { no: release }
  const pages = pagesOf(exportCall, { query, fields: content.fields, isFound })
  const failed = (error: unknown): never => {
    release()
    throw error
  }
  const first = await firstPage(pages).catch(failed)
  if (isRefusal(first)) {
    release()
    return { no: first }
  }
  const found = allRows(first, pages, exportCall.limits ?? usualLimits)
  const body =
    format === 'csv' && !sheet
      ? plainCsv(content, found)
      : await fileOf(format, content, valuesOf(content, found)).catch(failed)
  body.once('close', release)
  call.signal.addEventListener('abort', release, { once: true })
  return { status: 200, headers: headersOf(format, name), body }
}

const firstPage = async (pages: Pages): Promise<Row[] | Refusal> => {
  const { value } = await pages.next()
  return (value as Row[] | Refusal | undefined) ?? []
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const headersOf = (format: ExportFormat, name: string) => ({
  'content-type': types[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
  'cache-control': 'no-store',
})

/** CSV of the fields as JSON has them, for programs. */
const plainCsv = ({ fields }: SheetContent, found: AsyncIterable<Row>): Readable =>
  csvFile(
    fields,
    values(found, (row) => fields.map((field) => row[field])),
    false,
  )

const fileOf = async (
  format: ExportFormat,
  content: SheetContent,
  rows: AsyncIterable<CellValue[]>,
): Promise<Readable> => (format === 'xlsx' ? xlsxFile(content, rows) : csvFile(content.titles, rows, true))

const valuesOf = ({ valuesOf: write }: SheetContent, found: AsyncIterable<Row>) => values(found, write)

async function* values<T>(found: AsyncIterable<Row>, write: (row: Row) => T): AsyncGenerator<T> {
  for await (const row of found) yield write(row)
}

/** Returns the schema of a row: rows are an array, or the `rows` of a search result. */
function rowSchema({ answer }: Endpoint): { rows: TObject; isFound: boolean } {
  const { items, properties } = answer as unknown as {
    items?: TObject
    properties?: { rows: { items: TObject } }
  }
  return items ? { rows: items, isFound: false } : { rows: properties!.rows.items, isFound: true } // of rows with `csv`
}

async function* allRows(first: Row[], rest: Pages, limits: ExportLimits): AsyncGenerator<Row> {
  const end = Date.now() + limits.ms
  let written = 0
  const counted = (rows: Row[]): Row[] => {
    written += rows.length
    // the head has been sent: ending the stream early is the only way left to report the error
    if (written > limits.rows) throw new Error(`the file would have more than ${limits.rows} rows`)
    if (Date.now() > end) throw new Error(`the file took longer than ${limits.ms} ms`)
    return rows
  }
  yield* counted(first)
  for await (const rows of rest) {
    if (isRefusal(rows)) throw new Error(rows.message)
    yield* counted(rows)
  }
}

async function* pagesOf(
  { handler, viewer, call }: ExportCall,
  { query, fields, isFound }: { query: Omit<ListBody, 'sheet'>; fields: string[]; isFound: boolean },
): Pages {
  const read = fields.includes('id') ? fields : [...fields, 'id']
  const most = isFound ? foundRows : pageRows
  let left = query.reclimit
  for (let behind = {}; ; ) {
    const reclimit = Math.min(most, left ?? most)
    const answer = await handler(viewer, { ...query, ...behind, fields: read, reclimit }, call)
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
