import {
  type ErrorCode,
  errorMessage,
  type ErrorKind,
  type ErrorParams,
  kindOfError,
} from '@stationmaster/contract'

/**
 * Expected refusal, as a value. A bug or an outage is thrown instead. HTTP and OCPP handlers convert a
 * refusal into a status or an error of the protocol.
 */
export interface Refusal {
  refusal: ErrorKind
  /** Code of the contract, by which clients distinguish and translate refusals. */
  code: ErrorCode
  /** English message of the code, with its parameters. */
  message: string
  /** Path of the field in the request, such as `search[0].field`. */
  field?: string
  params?: Record<string, string | number>
  /** The refusal whose message is the parameter `reason`; clients translate it, too. */
  cause?: Refusal
  retryAfterSeconds?: number
}

interface Place {
  field?: string | undefined
  retryAfterSeconds?: number
}

type Details<Code extends ErrorCode> = keyof ErrorParams<Code> extends never
  ? [details?: Place]
  : [details: ErrorParams<Code> & Place]

/**
 * Returns a refusal by its code.
 *
 *   refuse('card.code_taken', { field: 'code' })
 *   refuse('value.too_long', { limit: 20, field: 'name' })
 * @param details parameters of the message, the field concerned, and the seconds after which to try again
 */
export function refuse<Code extends ErrorCode>(code: Code, ...[details]: Details<Code>): Refusal {
  const { field, retryAfterSeconds, ...params } = { ...details } as Place & Refusal['params']
  return {
    refusal: kindOfError(code),
    code,
    message: errorMessage(code, params),
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value && 'message' in value
