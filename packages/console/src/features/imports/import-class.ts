import type { cardImportCheck, cardImportRun } from '@stationmaster/contract'
import type { Sheet, SheetColumn } from '../../lib/exports.ts'
import type { TextKey } from '../../lib/texts.ts'
import type { FileColumn, FileTexts } from '../../ui/table/columns.ts'

/** Column of an imported file; its title is that of exported files. */
export type ImportColumn = Pick<FileColumn, 'field' | 'words'> & { title: TextKey }

/** How files with objects of a class are imported. */
export interface ImportClass {
  /** Kind of objects in the texts. */
  kind: 'card'
  check: typeof cardImportCheck
  run: typeof cardImportRun
  columns: readonly ImportColumn[]
}

/** Returns titles and words of the columns, by which the server recognizes them. */
export const importSheet = (columns: readonly ImportColumn[], texts: FileTexts, timezone: string): Sheet => ({
  timezone,
  columns: columns.map(
    ({ field, title, words }): SheetColumn => ({
      field,
      title: texts.text(title),
      ...(words ? { words: words(texts) } : {}),
    }),
  ),
})
