import type { Sheet, SheetColumn } from '../../lib/exports.ts'
import type { Format } from '../../lib/format.ts'
import type { TextKey } from '../../lib/texts.ts'
import { type Column, type FileColumn, type FileTexts, visibleColumns } from './columns.ts'

const divisors: Partial<Record<NonNullable<FileColumn['unit']>, number>> = { kW: 1000, kWh: 1000, min: 60 }

/** Returns the columns of an exported file that a column of the table becomes. */
export const fileColumns = ({ file, sort }: Pick<Column<never>, 'file' | 'sort'>): readonly FileColumn[] =>
  file ?? (sort === undefined ? [] : [{ field: sort }])

/**
 * Returns the content of an exported file with the visible columns: titles and words in the user's language,
 * times in the displayed time zone. Null if none of them can be exported.
 */
export function sheetOf<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  { texts, format }: { texts: FileTexts; format: Pick<Format, 'unit' | 'zone'> },
): Sheet | null {
  const sheetColumns = visibleColumns(columns, chosen).flatMap((column) =>
    fileColumns(column).map((one) => sheetColumn({ title: column.title, ...one }, { texts, format })),
  )
  return sheetColumns.length === 0 ? null : { timezone: format.zone, columns: sheetColumns }
}

/** Returns a column of an exported or imported file in the user's language. */
export function sheetColumn(
  { field, title, unit, words, members }: FileColumn & { title: TextKey },
  { texts, format }: { texts: FileTexts; format: Pick<Format, 'unit'> },
): SheetColumn {
  const divisor = unit && divisors[unit]
  return {
    field,
    title: texts.text(title),
    ...(unit ? { unit: format.unit(unit) } : {}),
    ...(divisor ? { divisor } : {}),
    ...(words ? { words: words(texts) } : {}),
    ...(members ? { members: [...members] } : {}),
  }
}

/** Returns the words for codes: `wordsOf(cardTypes, (code, { text }) => text(`cards:types.${code}`))`. */
export const wordsOf =
  <C extends string>(codes: readonly C[], word: (code: C, texts: FileTexts) => string) =>
  (texts: FileTexts): Record<string, string> =>
    Object.fromEntries(codes.map((code) => [code, word(code, texts)]))

/** Returns the words of the values of a member of OCPP, such as `reason`. */
export const termsOf =
  (member: string) =>
  ({ terms }: FileTexts): Record<string, string> =>
    terms(member)
