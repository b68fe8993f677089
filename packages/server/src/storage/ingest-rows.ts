import type { Columns } from '../shared/columns.ts'

/**
 * Selects the rows of a batch as `x`: $1 is one JSON text for all (the driver's own array serialization costs
 * three times as much), $2 their number. The limit only guides the planner: it estimates ten rows for an
 * unknown limit and so uses the index for each. Without it, it scans tables that are small at planning time.
 */
export const sourceRows = (columns: Columns): string =>
  `(select * from json_to_recordset($1::json) as given(${Object.entries(columns)
    .map(([name, { sql }]) => `"${name}" ${sql}`)
    .join(', ')}) limit $2) as x`

/** Returns the values of such a statement. A column that is left out is null, and costs the database no time. */
export const sourceValues = (rows: readonly object[]): [json: string, count: number] => [
  JSON.stringify(rows.map(withoutNulls)),
  rows.length,
]

function withoutNulls(row: object): object {
  const known: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== null) known[name] = value
  return known
}

const inSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the columns of a table that have these names, such as `station_id, evse_no`. */
export const tableColumns = (columns: Columns): string => Object.keys(columns).map(inSnakeCase).join(', ')

/** Returns the same columns of given rows, such as `x."stationId", x."evseNo"`. */
export const givenColumns = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `x."${name}"`)
    .join(', ')

/** Returns the columns of a table under these names, such as `t.station_id as "stationId"`. */
export const selectedColumns = (table: string, columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${table}.${inSnakeCase(name)} as "${name}"`)
    .join(', ')

/** Returns an expression for a JSON object with the columns of a table. */
export const jsonObject = (table: string, columns: Columns): string =>
  `json_build_object(${Object.keys(columns)
    .map((name) => `'${name}', ${table}.${inSnakeCase(name)}`)
    .join(', ')})`
