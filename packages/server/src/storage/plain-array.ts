/**
 * Returns an array of ids, numbers or words as PostgreSQL reads it. The driver would quote and escape each element, which is
 * needed for other texts, and takes several times as long. Words are those of our own lists, of letters and digits.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** Returns an array of any texts as PostgreSQL reads it. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`
