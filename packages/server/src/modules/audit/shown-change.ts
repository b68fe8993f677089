import { isSecretKey, mask } from '../../shared/secret-words.ts'

/** Fields of an object by the names that users know. */
export type Fields = Readonly<Record<string, unknown>>

const longestText = 20_000
const otherSecretKeys = /(^|_)(token|ticket|otp)$|signature/i

/** Returns the value as JSON has it: dates as texts, long texts truncated, secrets masked. */
function plain(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') {
    // a safeguard: callers must leave out secrets
    if (value !== '' && (isSecretKey(name) || otherSecretKeys.test(name))) return mask
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  }
  if (Array.isArray(value)) return value.map((item) => plain(name, item))
  if (typeof value === 'object' && value !== null) return plainFields(value as Fields)
  return value ?? null
}

const plainFields = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, plain(name, value)]),
  )

/**
 * Returns the part of a change to store: the fields in which two descriptions differ, or all fields of a
 * single description. Returns null if nothing changed.
 */
export function shownChange(
  before: Fields | null | undefined,
  after: Fields | null | undefined,
): { before: string | null; after: string | null } | null {
  const oldFields = before ? plainFields(before) : null
  const newFields = after ? plainFields(after) : null
  if (oldFields && newFields) {
    for (const name of Object.keys({ ...oldFields, ...newFields })) {
      if (JSON.stringify(oldFields[name] ?? null) !== JSON.stringify(newFields[name] ?? null)) continue
      // a masked field may have changed nevertheless; the caller must record that
      delete oldFields[name]
      delete newFields[name]
    }
    if (Object.keys(oldFields).length === 0 && Object.keys(newFields).length === 0) return null
  }
  return { before: oldFields && JSON.stringify(oldFields), after: newFields && JSON.stringify(newFields) }
}
