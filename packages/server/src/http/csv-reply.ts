import { Readable } from 'node:stream'
import { columnsOf, type Endpoint } from '@stationmaster/contract'
import type { TObject } from 'typebox'
import type { Log } from '../shared/log.ts'
import { isRefusal } from '../shared/refusal.ts'
import type { Viewer } from '../shared/scope.ts'
import { csvLine } from './csv.ts'
import { type DoorRefusal, doorRefusal } from './failures.ts'
import type { AnyHandler, WebCall, WebReply } from './web-call.ts'

interface CsvCall {
  row: Endpoint
  handler: AnyHandler
  viewer: Viewer | null
  body: unknown
  call: WebCall
  log: Log
}
type Row = Record<string, unknown>
type ListBody = { fields?: string[]; reclimit?: number; recoffset?: number; after?: string }

const pageRows = 1000

/**
 * A list as CSV, page after page behind the last row's key: however long the list, little of it is in memory,
 * and no connection to the database waits for a slow reader. Without `reclimit` it holds all rows.
 */
export async function csvReply(asked: CsvCall): Promise<WebReply | { no: DoorRefusal }> {
  const body = asked.body as ListBody // checked against the row's schema
  const columns = body.fields ?? columnsOf(rowSchema(asked.row))
  const first = await page(asked, body, columns, undefined, pageSize(body.reclimit))
  if (isRefusal(first)) return { no: doorRefusal(first) }
  const name = asked.row.path.split('/').slice(1).join('-')
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
    body: Readable.from(lines(asked, body, columns, first as Row[])),
  }
}

const rowSchema = (row: Endpoint): TObject => (row.answer as unknown as { items: TObject }).items // lists only

const pageSize = (left: number | undefined): number => Math.min(pageRows, left ?? pageRows)

async function* lines(
  asked: CsvCall,
  body: ListBody,
  columns: string[],
  first: Row[],
): AsyncGenerator<string> {
  yield csvLine(columns)
  let left = body.reclimit
  for (let rows = first; rows.length > 0; ) {
    yield rows.map((row) => csvLine(columns.map((name) => row[name]))).join('')
    if (left !== undefined) left -= rows.length
    if (rows.length < pageRows || left === 0 || asked.call.signal.aborted) return
    const next = await page(asked, body, columns, String(rows.at(-1)!.id), pageSize(left))
    // the head of the answer is gone: ending the stream early is the only way left to say no
    if (isRefusal(next)) throw new Error(next.message)
    rows = next as Row[]
  }
}

const page = (
  asked: CsvCall,
  body: ListBody,
  columns: string[],
  after: string | undefined,
  reclimit: number,
): Promise<unknown> => {
  const fields = columns.includes('id') ? columns : [...columns, 'id']
  const behind = after === undefined ? {} : { after, recoffset: 0 }
  return asked.handler(asked.viewer, { ...body, ...behind, fields, reclimit }, asked.call)
}
