import { Readable } from 'node:stream'
import { type CellValue, DecimalText, LocalTime, type SheetContent } from './sheet.ts'

/** Longest text that a cell of a spreadsheet can have. */
const longestText = 32_767
/** Start of a text that spreadsheets read as an escaped character: "_x000D_" is a carriage return. */
const escapeSequence = /_(?=x[\da-f]{4}_)/gi
/** Characters that a spreadsheet does not permit in the name of a sheet. */
const notInNames = /[\\/?*[\]:]/g

/**
 * Returns a workbook with one sheet as a stream, row after row. Texts are text cells, never formulas; times are
 * date cells, and amounts numbers, so that they can be added.
 */
export async function xlsxFile(
  { name, titles, isTime, isDecimal }: Pick<SheetContent, 'name' | 'titles' | 'isTime' | 'isDecimal'>,
  rows: AsyncIterable<CellValue[]>,
): Promise<Readable> {
  // loaded with the first workbook: it takes 10 MiB
  const { writeXlsxStream } = await import('hucre/xlsx')
  return Readable.fromWeb(
    writeXlsxStream(cellsOf(rows), {
      name: name.replace(notInNames, ' ').slice(0, 31),
      columns: titles.map((header, at) => ({
        header,
        width: isTime[at] ? 20 : Math.min(40, Math.max(12, header.length + 2)),
        ...(isTime[at] ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}),
        ...(isDecimal[at] ? { numFmt: '0.00##' } : {}),
      })),
      freezePane: { rows: 1 },
    }),
  )
}

async function* cellsOf(rows: AsyncIterable<CellValue[]>) {
  for await (const row of rows) yield row.map(cell)
}

/** Digits that the floating-point numbers of a spreadsheet keep. */
const mostDigits = 15

function cell(value: CellValue): string | number | boolean | Date | null {
  if (value instanceof DecimalText)
    return value.text.replace(/\D/g, '').length <= mostDigits ? Number(value.text) : value.text
  if (value instanceof LocalTime) return new Date(`${value.text.replace(' ', 'T')}Z`)
  return typeof value === 'string' ? value.slice(0, longestText).replace(escapeSequence, '_x005F_') : value
}
