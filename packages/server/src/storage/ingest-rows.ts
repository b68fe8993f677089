/**
 * The rows of a batch as `x`: $1 is one JSON text for all (the driver's own array writing costs three times as much),
 * $2 their number. The limit changes nothing but the planner's mind: it takes one that it does not know for ten
 * rows, so it looks each up by its key. Without it, it scans tables that are small when it plans.
 */
export const sourceRows = (columns: string): string =>
  `(select * from json_to_recordset($1::json) as told(${columns}) limit $2) as x`

/** The values of such a statement. */
export const sourceValues = (rows: readonly unknown[]): [json: string, count: number] => [
  JSON.stringify(rows),
  rows.length,
]
