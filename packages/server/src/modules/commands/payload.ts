/** The payload of a message: an object of JSON. */
export type Payload = Record<string, unknown>

export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON text as a column of type json takes it. JSON.stringify writes NUL and lone surrogates as escapes. */
export const asJson = (value: unknown): string => JSON.stringify(value ?? null)
