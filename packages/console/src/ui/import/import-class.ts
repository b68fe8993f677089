import type { Sheet } from '../../lib/exports.ts'
import type { Format } from '../../lib/format.ts'
import type { ImportEndpoints } from '../../lib/imports.ts'
import type { TextKey } from '../../lib/texts.ts'
import type { FileColumn, FileTexts } from '../table/columns.ts'
import { sheetColumn } from '../table/file-sheet.ts'

/** Column of an imported file; its title is that of exported files. */
export type ImportColumn = Pick<FileColumn, 'field' | 'words' | 'unit'> & { title: TextKey }

/** Import of files with objects of a class. */
export interface ImportClass extends ImportEndpoints {
  /** Kind of objects in the texts. */
  kind: 'card' | 'client' | 'site' | 'station'
  columns: readonly ImportColumn[]
}

/** Returns titles and words of the columns, by which the server recognizes them. */
export const importSheet = (
  columns: readonly ImportColumn[],
  { texts, format }: { texts: FileTexts; format: Pick<Format, 'unit' | 'zone'> },
): Sheet => ({
  timezone: format.zone,
  columns: columns.map((column) => sheetColumn(column, { texts, format })),
})
