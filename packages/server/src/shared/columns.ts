/** Column of a row: its type in SQL, and in its type parameter the type of its values in memory. */
export interface Column<T> {
  readonly sql: string
  /** Reads a value from JSON; absent if JSON represents it as it is. */
  readonly parse?: (value: string) => T
  /** Never set; carries the type. */
  readonly type?: T
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** Row with these columns. */
export type RowOf<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never }

export const uuid: Column<string> = { sql: 'uuid' }
export const text: Column<string> = { sql: 'text' }
export const jsonb: Column<Readonly<Record<string, string | number | boolean>>> = { sql: 'jsonb' }
export const texts: Column<readonly string[]> = { sql: 'text[]' }
export const int: Column<number> = { sql: 'int' }
export const bigint: Column<number> = { sql: 'bigint' }
export const float: Column<number> = { sql: 'float8' }
export const boolean: Column<boolean> = { sql: 'boolean' }
export const instant: Column<Date> = { sql: 'timestamptz', parse: (value) => new Date(value) }
/** Instant as ISO 8601 text, for rows that are only written. */
export const isoInstant: Column<string> = { sql: 'timestamptz' }

/** Returns a column whose values may be null. */
export const orNull = <T>(column: Column<T>): Column<T | null> => column as Column<T | null>

/** Returns a text column with these values. */
export const oneOf = <T extends string>(..._values: readonly T[]): Column<T> => ({ sql: 'text' })

/** Converts the values of a row that was read from JSON. */
export function parseRow<C extends Columns>(columns: C, json: Readonly<Record<keyof C, unknown>>): RowOf<C> {
  const row: Record<keyof C, unknown> = { ...json }
  for (const name in columns) {
    const { parse } = columns[name]!
    if (parse && typeof row[name] === 'string') row[name] = parse(row[name])
  }
  // The columns were read with these names and types.
  return row as RowOf<C>
}
