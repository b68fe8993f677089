/** Payload of a message: a JSON object. */
export type Payload = Record<string, unknown>

export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Serializes a value for a column of type json. JSON.stringify writes NUL and lone surrogates as escapes. */
export const asJson = (value: unknown): string => JSON.stringify(value ?? null)
