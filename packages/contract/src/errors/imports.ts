import type { ErrorTable } from './error-table.ts'

/** Errors of imported files. */
export const importErrors = {
  'import.file_unreadable': {
    kind: 'invalid',
    message: 'This file cannot be read. Use a CSV file (UTF-8) or an XLSX file without a password.',
  },
  'import.empty': { kind: 'invalid', message: 'The file has no rows below its titles.' },
  'import.too_large': {
    kind: 'too-large',
    message: 'The content of the file is too large. At most {{mib, number}} MiB are allowed.',
  },
  'import.too_many_rows': {
    kind: 'invalid',
    message: 'A file can have at most {{limit, number}} rows. Split it into several files.',
  },
  'import.column_missing': {
    kind: 'invalid',
    message: 'The first line must have the titles of the columns. Missing: {{column}}',
  },
  'import.column_twice': { kind: 'invalid', message: 'The column “{{column}}” occurs twice.' },
  'import.duplicate': { kind: 'conflict', message: 'Line {{line, number}} already has this value.' },
  'import.name_ambiguous': {
    kind: 'invalid',
    message: 'Several objects have this name. Use the number instead.',
  },
  'import.rows_invalid': {
    kind: 'not-possible',
    message: 'The file has errors ({{errors, number}}). Nothing was imported.',
  },
  'import.interrupted': {
    kind: 'unavailable',
    message: 'The connection ended during the import. Nothing was imported.',
  },
} as const satisfies ErrorTable
