/**
 * Selects the rows of a batch as `x`: $1 is one JSON text for all (the driver's own array serialization costs
 * three times as much), $2 their number. The limit only guides the planner: it estimates ten rows for an
 * unknown limit and so uses the index for each. Without it, it scans tables that are small at planning time.
 */
export const sourceRows = (columns: string): string =>
  `(select * from json_to_recordset($1::json) as told(${columns}) limit $2) as x`

/** Returns the values of such a statement. */
export const sourceValues = (rows: readonly unknown[]): [json: string, count: number] => [
  JSON.stringify(rows),
  rows.length,
]
