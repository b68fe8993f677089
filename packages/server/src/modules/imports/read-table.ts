import { maxImportBytes, maxImportRows } from '@stationmaster/contract'
import { toWireText } from '@stationmaster/ocpp'
import { parseCsv } from 'hucre/csv'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { zipProblem } from './zip-size.ts'

/** Line of a file with its cells as texts. */
export interface Line {
  /** Number of the line, from 1. */
  line: number
  cells: string[]
}

/** Titles and rows of a file. */
export interface Table {
  titles: string[]
  rows: Line[]
}

/** Cells of a line beyond this number are ignored. */
const maxCells = 200
/** Longest text of a cell; longer ones are cut, and then refused by the length of their field. */
const maxCellLength = 10_000

const unreadable = refuse('import.file_unreadable', { field: 'data' })

/** Reads a CSV or XLSX file in base64; empty lines are left out. */
export async function readTable(data: string): Promise<Table | Refusal> {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxImportBytes)
    return refuse('import.too_large', { mib: maxImportBytes / 2 ** 20, field: 'data' })
  const lines = isZip(bytes) ? await readXlsx(bytes) : readCsv(bytes)
  if (isRefusal(lines)) return lines
  const [titles, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!titles || rows.length === 0) return refuse('import.empty', { field: 'data' })
  return rows.length > maxImportRows ? tooManyRows : { titles: titles.cells, rows }
}

const tooManyRows = refuse('import.too_many_rows', { limit: maxImportRows, field: 'data' })

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

async function readXlsx(bytes: Buffer): Promise<Line[] | Refusal> {
  const problem = zipProblem(bytes)
  if (problem) return problem
  const lines: Line[] = []
  const { streamXlsxRows } = await import('hucre/xlsx') // takes 10 MiB
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
      lines.push({ line: index + 1, cells: values.slice(0, maxCells).map(cellText) })
      if (lines.length > maxImportRows * 2) return tooManyRows
    }
  } catch {
    return unreadable // no workbook, or encrypted
  }
  return lines
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // a date cell has no time zone: the library returns its digits as UTC
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 19).replace('T', ' ')
  return cleaned(
    typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean),
  )
}

/** Apostrophe that an exported CSV file has before a text that a spreadsheet would run as a formula (http/csv.ts). */
const escaped = /(^|[;\t\r\n][ "]*)'(?='*[=+\-@\t\r])/g

function readCsv(bytes: Buffer): Line[] | Refusal {
  const text = decoded(bytes)
  if (text === null || text.includes('\0')) return unreadable
  const lines: Line[] = []
  let line = 1
  for (const cells of parseCsv(text, { maxRows: maxImportRows * 2 })) {
    const texts = cells.slice(0, maxCells).map((cell) => String(cell ?? ''))
    lines.push({ line, cells: texts.map((cell) => cleaned(cell.replace(escaped, '$1'))) })
    line += 1 + texts.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
  }
  return lines
}

/** Returns the text of a CSV file: UTF-16 with its mark, UTF-8, or otherwise the Western encoding of Windows. */
function decoded(bytes: Buffer): string | null {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const cleaned = (text: string): string => toWireText(text.trim().slice(0, maxCellLength))
