import type { Sheet, SheetColumn } from '../../lib/exports.ts'
import type { ImportEndpoints } from '../../lib/imports.ts'
import type { TextKey } from '../../lib/texts.ts'
import type { FileColumn, FileTexts } from '../table/columns.ts'

/** Column of an imported file; its title is that of exported files. */
export type ImportColumn = Pick<FileColumn, 'field' | 'words'> & { title: TextKey }

/** How files with objects of a class are imported. */
export interface ImportClass extends ImportEndpoints {
  /** Kind of objects in the texts. */
  kind: 'card'
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
