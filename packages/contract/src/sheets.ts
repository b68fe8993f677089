import { type Static, type TObject, Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { closed, Optional } from './shapes.ts'

const word = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** A column of an exported file: a field of the rows, its title, and how values are written. */
const SheetColumn = Type.Object(
  {
    field: word(60),
    title: word(120),
    /** Unit of the values, written after the title. */
    unit: Optional(word(20)),
    /** Divides numbers, such as 1000 for kWh; the result has three decimals. */
    divisor: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** Words to write in place of codes. */
    words: Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }), { maxProperties: 200 })),
    /** Members to write of each entry of a list, such as number and state of a connector. */
    members: Optional(Type.Array(word(60), { minItems: 1, maxItems: 5 })),
  },
  closed,
)
export type SheetColumn = Static<typeof SheetColumn>

/** Content of an exported file. Times are written in the time zone, whose name follows their titles. */
export const Sheet = Type.Object(
  {
    name: Optional(word(31)),
    timezone: word(60),
    columns: Type.Array(SheetColumn, { minItems: 1, maxItems: 100 }),
  },
  closed,
)
export type Sheet = Static<typeof Sheet>

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Maximum number of rows of an exported file; a spreadsheet has at most 1,048,576 rows. */
export const maxExportRows = 1_000_000

/** Returns the body of a list that is requested as a file. */
export const exportBody = ({ body }: Pick<Endpoint, 'body'>): TObject =>
  Type.Object({ ...(body as TObject).properties, sheet: Optional(Sheet) }, closed)
