import type { SchemaRule, SpecificCode } from '@stationmaster/contract'

/**
 * An expected no, as a value. A bug or an outage is thrown instead. The doors turn a refusal into an HTTP
 * status or into the words of the protocol.
 */
export type RefusalCode =
  | 'invalid' // 400: the request cannot be understood or breaks a rule; `field` names where
  | 'not-possible' // 400: understood, but not in this state
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'conflict' // 409: changed meanwhile, or exists already
  | 'too-large' // 413
  | 'too-many' // 429, with retryAfterSeconds
  | 'unavailable' // 503: offline, no answer in time, storage away

export interface Refusal {
  refusal: RefusalCode
  /** A code of its own, where a console must tell this no from others of its kind. */
  code?: SpecificCode
  message: string
  field?: string
  /** Values of the message, for a client that words the code itself. */
  params?: Record<string, string | number | boolean>
  retryAfterSeconds?: number
}

export const refuse = (refusal: RefusalCode, message: string, field?: string): Refusal =>
  field === undefined ? { refusal, message } : { refusal, message, field }

/** Returns a refusal that clients can word by its code and the values of its message. */
export const refuseAs = (code: SpecificCode, refusal: Refusal, params?: Refusal['params']): Refusal =>
  params === undefined ? { ...refusal, code } : { ...refusal, code, params }

/** Returns a refusal of a value that breaks a rule of a schema; clients word it by the rule, with its limit where it has one. */
export const refuseByRule = (rule: SchemaRule, message: string, field?: string, limit?: number): Refusal => ({
  ...refuse('invalid', message, field),
  params: limit === undefined ? { rule } : { rule, limit },
})

/** Returns a refusal of a value that is missing. */
export const refuseMissing = (message: string, field?: string): Refusal =>
  refuseByRule('required', message, field)

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value && 'message' in value
