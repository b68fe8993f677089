import type { BodyOf, cardImportCheck } from '@stationmaster/contract'
import type { TObject, TSchema } from 'typebox'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import type { ImportReferences } from './references.ts'

type Sheet = NonNullable<BodyOf<typeof cardImportCheck>['sheet']>

/** Column of a file that is imported. */
export interface MappedColumn {
  field: string
  /** Title in the file. */
  title: string
  /** Position in the line. */
  at: number
  schema: TSchema
  /** Codes by the words, in lower case, that the file may have in their place. */
  codes: ReadonlyMap<string, string>
  /** Factor of numbers: 1000 for a column in kW whose field is in W. */
  factor: number
  timeZone: string
}

interface Fields {
  /** Body of the endpoint that creates an object. */
  body: TObject
  references: ImportReferences
  /** Fields without which no row can be stored. */
  required: readonly string[]
}

/** Fields of bodies that describe the request. */
const notImported = new Set(['id', 'version_no'])

/** Finds the field of each title: its name, or a title of the sheet, without regard to case and unit. */
export function mapColumns(
  titles: readonly string[],
  { body, references, required }: Fields,
  sheet: Sheet = { timezone: 'UTC', columns: [] },
): MappedColumn[] | Refusal {
  if (!isTimeZone(sheet.timezone)) return refuse('value.time_zone_unknown', { field: 'sheet.timezone' })
  const fieldOf = (name: string): string | undefined => {
    const field = Object.keys(references).find((one) => references[one]!.columns.includes(name)) ?? name
    return field in body.properties && !notImported.has(field) ? field : undefined
  }
  const sources = titles.map((title) => {
    const [name, note] = partsOf(title)
    const named = sheet.columns.find((column) => [name, folded(title)].includes(folded(column.title)))
    return { name: named?.field ?? name, note, named }
  })
  const mapped: MappedColumn[] = []
  for (const [at, title] of titles.entries()) {
    const { name, note, named } = sources[at]!
    const field = fieldOf(name)
    if (field === undefined) continue
    // a file may have number, name and id of the same object
    const chosen = references[field]?.columns.find((one) => sources.some((source) => source.name === one))
    if (chosen !== undefined && chosen !== name) continue
    if (mapped.some((other) => other.field === field))
      return refuse('import.column_twice', { column: title, field: 'data' })
    const words = named ?? sheet.columns.find((column) => fieldOf(column.field) === field)
    mapped.push({
      field,
      title,
      at,
      schema: valueSchema(body.properties[field]!),
      codes: new Map(Object.entries(words?.words ?? {}).map(([code, word]) => [folded(word), code])),
      factor: named?.divisor ?? 1,
      timeZone: note !== undefined && isTimeZone(note) ? note : sheet.timezone,
    })
  }
  const missing = required.find((field) => mapped.every((column) => column.field !== field))
  if (missing === undefined) return mapped
  const column = sheet.columns.find((known) => fieldOf(known.field) === missing)?.title ?? missing
  return refuse('import.column_missing', { column, field: 'data' })
}

const folded = (text: string): string => text.trim().toLowerCase()

/** Splits `Valid until (Europe/Berlin)` into title and note. */
function partsOf(title: string): [string, string | undefined] {
  const parts = /^(.*\S)\s*\(([^()]*)\)$/.exec(title.trim())
  return parts ? [folded(parts[1]!), parts[2]] : [folded(title), undefined]
}

/** Returns the schema of a value that is not null. */
function valueSchema(schema: TSchema): TSchema {
  const { anyOf } = schema as { anyOf?: TSchema[] }
  return anyOf?.find((one) => (one as { type?: string }).type !== 'null') ?? schema
}
