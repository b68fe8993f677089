import { Type } from 'typebox'
import { type ClassCode, creates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, errorMembers, Int, Nullable, Optional, Text } from './shapes.ts'
import { Sheet } from './sheets.ts'

/** Maximum size of an imported file in bytes. */
export const maxImportBytes = 5 * 1024 * 1024
/** Maximum number of rows of an imported file, without its titles. */
export const maxImportRows = 20_000
/** Maximum number of errors that a check returns; further ones are only counted. */
export const maxImportErrors = 1_000

/** Rows of a file that a check returns as a preview. */
export const importPreviewRows = 5

const ImportBody = Type.Object(
  {
    /** Content of a CSV or XLSX file, in base64. */
    data: Type.String({ minLength: 1, maxLength: Math.ceil(maxImportBytes / 3) * 4 }),
    /**
     * Titles and words of the columns, as for an exported file: titles beside the names of fields, words beside
     * codes, and the time zone of times without one.
     */
    sheet: Optional(Sheet),
  },
  closed,
)

const ImportError = Type.Object({
  /** Line of the file; null: the error concerns the whole file. */
  line: Nullable(Int),
  /** Title of the column. */
  column: Nullable(Text),
  field: Nullable(Text),
  /** Content of the cell, truncated. */
  value: Nullable(Text),
  ...errorMembers,
})

const ImportCheck = Type.Object({
  rows: Int,
  /** Rows without an error. */
  valid: Int,
  /** Columns of the file; `field` is null if a column is not imported. */
  columns: Type.Array(Type.Object({ title: Text, field: Nullable(Text) })),
  /** First rows of the file. */
  preview: Type.Array(Type.Object({ line: Int, cells: Type.Array(Text) })),
  /** The first 1,000 errors. */
  errors: Type.Array(ImportError),
  errorcount: Int,
  /** True if scripts of the action `create` run after the import; they cannot reject a row. */
  scripts: Bool,
})

/** Returns the endpoints that check and import a file with new objects of a class. */
export function importEndpoints<const Code extends ClassCode>(
  classCode: Code,
  { subject, many }: { subject: string; many: string },
) {
  const of = {
    subject,
    may: 'operator',
    use: creates(classCode),
    maxBytes: 7 * 1024 * 1024 + 512 * 1024,
    maxPerMinute: 60,
    body: ImportBody,
  } as const
  return {
    check: endpoint({
      ...of,
      path: `/${classCode}/import/check`,
      summary: `Check a CSV or XLSX file with new ${many}; nothing is stored`,
      answer: ImportCheck,
    }),
    run: endpoint({
      ...of,
      path: `/${classCode}/import/run`,
      summary: `Import a CSV or XLSX file with new ${many}: all rows, or none if one of them has an error`,
      answer: Type.Object({
        imported: Int,
        /** Keys of new stations, in the order of the file; they are returned here only. */
        keys: Optional(Type.Array(Type.Object({ identity: Text, key: Text }))),
      }),
    }),
  }
}
