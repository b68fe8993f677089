import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Amount, Nullable, Text } from '@stationmaster/contract'
import { readXlsx } from 'hucre/xlsx'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { sheetContent, type SheetContent } from './sheet.ts'
import { xlsxFile } from './xlsx.ts'

const rows = Type.Object({ code: Text, gross: Amount, commission: Nullable(Amount) })
const contentOf = (row: Record<string, unknown>) => {
  const content = sheetContent(rows, { fields: undefined }, 'Report') as SheetContent
  return { content, values: content.valuesOf(row) }
}

test.each([
  ['12.50', 12.5],
  ['-3.20', -3.2],
  ['1000', 1000],
  ['0.005', 0.005],
  // more digits than a spreadsheet keeps
  ['1234567890123456.78', '1234567890123456.78'],
])('the amount %s is a number in a workbook, and keeps its digits in CSV', async (amount, expected) => {
  const { content, values } = contentOf({ code: '1.10', gross: amount, commission: null })
  const { sheets } = await readXlsx(await buffer(await xlsxFile(content, Readable.from([values]))))
  expect(sheets[0]!.rows[1]!.slice(0, 2)).toEqual(['1.10', expected])
  expect(csvLine(values)).toBe(`1.10,${amount},\r\n`)
})
