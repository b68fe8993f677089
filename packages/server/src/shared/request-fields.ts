/** Returns the fields that have a value; an absent field of a request leaves its column as it is. */
export const givenFields = <Fields extends object>(fields: Fields) =>
  // the same names, without those that are undefined
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

/** Returns the trimmed text of a field, null if it is empty; undefined for an absent field. */
export const emptyIsNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null

/** Returns true if this is the name of an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false // thrown for an unknown time zone
  }
}
