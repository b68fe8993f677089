import { type ExportFormat, maxExportRows } from '../../lib/exports.ts'
import i18next, { t } from 'i18next'
import type { FileRequest } from '../../lib/call.ts'
import type { Format } from '../../lib/format.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { Column, FileTexts } from './columns.ts'
import { download } from './download.ts'
import { fileColumns, sheetOf } from './file-sheet.ts'

/** A list that is exported. */
export interface ExportedList<Row extends object> {
  /** Returns all rows that match the filter, in the order of the list. */
  file: (request: FileRequest) => Promise<Blob>
  /** Name of the file, without date and ending. */
  name: string
  /** Columns of the table; without them only all fields can be exported. */
  columns?: readonly Column<Row>[]
  /** Ids of the visible columns; null for the default. */
  chosen?: readonly string[] | null
  /** Number of rows, if known. */
  total?: number | null
}

interface ExportContext {
  texts: Omit<FileTexts, 'terms'>
  format: Format
}

/** Spreadsheet programs accept sheet names of at most this length. */
const maxSheetName = 31

/** Downloads a list as a file: the visible columns, or all fields. Throws if it is too long or the call fails. */
export async function exportFile<Row extends object>(
  { file, name, columns = [], chosen = null, total = null }: ExportedList<Row>,
  { format, isShown }: { format: ExportFormat; isShown: boolean },
  context: ExportContext,
): Promise<void> {
  await loadTexts('exports', ...columns.flatMap(fileColumns).flatMap(({ texts }) => texts ?? []))
  if (total !== null && total > maxExportRows)
    throw new Error(t('exports:tooLong', { rows: total, limit: maxExportRows }))
  const { language } = context.format
  const terms = (member: string) =>
    (i18next.getResource(language, 'terms', member) ?? {}) as Record<string, string>
  const sheet = isShown
    ? sheetOf(columns, chosen, { texts: { ...context.texts, terms }, format: context.format })
    : null
  const content = await file({
    format,
    ...(sheet ? { sheet: { name: name.slice(0, maxSheetName), ...sheet } } : {}),
  })
  download(content, `${name}-${new Date().toISOString().slice(0, 10)}.${format}`)
}
