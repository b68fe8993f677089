/**
 * Returns an array of ids or numbers as PostgreSQL reads it. The driver would quote and escape each element, which is needed
 * for texts, and takes several times as long.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
