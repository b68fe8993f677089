import type { SchemaRule, SpecificCode } from '@stationmaster/contract'

/**
 * Expected refusal, as a value. A bug or an outage is thrown instead. HTTP and OCPP handlers convert a
 * refusal into a status or an error of the protocol.
 */
export type RefusalCode =
  | 'invalid' // 400: the request cannot be understood or breaks a rule; `field` names where
  | 'not-possible' // 400: understood, but not in this state
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-found' // 404: does not exist, or the caller may not see it
  | 'conflict' // 409: changed by someone else, or exists already
  | 'too-large' // 413
  | 'too-many' // 429, with retryAfterSeconds
  | 'unavailable' // 503: offline, no answer in time, storage unavailable

export interface Refusal {
  refusal: RefusalCode
  /** Specific code, if clients must distinguish this refusal from others with the same general code. */
  code?: SpecificCode
  message: string
  field?: string
  /** Values of the message, for a client that renders the code itself. */
  params?: Record<string, string | number | boolean>
  retryAfterSeconds?: number
}

export const refuse = (refusal: RefusalCode, message: string, field?: string): Refusal =>
  field === undefined ? { refusal, message } : { refusal, message, field }

/** Returns a refusal that clients can render from its code and the values of its message. */
export const refuseAs = (code: SpecificCode, refusal: Refusal, params?: Refusal['params']): Refusal =>
  params === undefined ? { ...refusal, code } : { ...refusal, code, params }

/** Returns a refusal of a value that breaks a rule of a schema; clients render it from the rule and its limit. */
export const refuseByRule = (rule: SchemaRule, message: string, field?: string, limit?: number): Refusal => ({
  ...refuse('invalid', message, field),
  params: limit === undefined ? { rule } : { rule, limit },
})

/** Returns a refusal of a value that is missing. */
export const refuseMissing = (message: string, field?: string): Refusal =>
  refuseByRule('required', message, field)

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value && 'message' in value
