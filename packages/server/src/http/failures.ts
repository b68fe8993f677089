import type { Log } from '../shared/log.ts'
import type { Refusal, RefusalCode } from '../shared/refusal.ts'
import { jsonReply, type WebReply } from './web-call.ts'

/** Refusal by the HTTP layer itself: a caller without a token, a body in another format. */
export interface WebRefusal {
  status: number
  code: string
  message: string
  field?: string
  params?: Refusal['params']
  headers?: Record<string, string>
}

const statusOf: Record<RefusalCode, number> = {
  invalid: 400,
  'not-possible': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
}

/** Error codes of RFC 6749, 5.2, for the token endpoint. */
const oauthCode: Partial<Record<string, string>> = {
  unauthorized: 'invalid_grant',
  forbidden: 'invalid_client',
  'too-many': 'invalid_grant',
  address_refused: 'access_denied',
  unauthorized_client: 'unauthorized_client',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
}

export const webRefusal = (refusal: Refusal): WebRefusal => ({
  status: statusOf[refusal.refusal],
  code: refusal.code ?? refusal.refusal,
  message: refusal.message,
  field: refusal.field,
  params: refusal.params,
  headers:
    refusal.retryAfterSeconds === undefined
      ? undefined
      : { 'retry-after': String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))) },
})

/** Returns body and status of a refusal: `{error: {...}}`, or flat as in OAuth. */
export function failureReply(no: WebRefusal, correlation: string, isOAuth: boolean): WebReply {
  const headers = { ...no.headers, 'x-request-id': correlation }
  if (isOAuth) {
    const error =
      no.field === 'grant_type' ? 'unsupported_grant_type' : (oauthCode[no.code] ?? 'invalid_request')
    return jsonReply(no.status, { error, error_description: no.message, correlation }, headers)
  }
  const error = {
    code: no.code,
    message: no.message,
    ...(no.field === undefined ? {} : { field: no.field }),
    ...(no.params === undefined ? {} : { params: no.params }),
    correlation,
  }
  return jsonReply(no.status, { error }, headers)
}

/** Returns the refusal for an unexpected error without details; the log has the rest. */
export function thrownRefusal(
  error: unknown,
  isStorageAway: boolean,
  log: Log,
  correlation: string,
): WebRefusal {
  if (isStorageAway) {
    log.warn({ err: error, correlation }, 'web: storage unavailable')
    return {
      status: 503,
      code: 'unavailable',
      message: 'The storage does not answer at the moment. Try again shortly.',
      headers: { 'retry-after': '2' },
    }
  }
  if (isDuplicate(error)) {
    log.warn({ err: error, correlation }, 'web: a parallel request inserted the same unique key')
    return {
      status: 409,
      code: 'conflict',
      message: 'Another call has stored the same name or number at the same time. Load the data again.',
    }
  }
  log.error({ err: error, correlation }, 'web: a request failed')
  return { status: 500, code: 'internal', message: 'Unexpected error' }
}

/**
 * Returns true if a unique key rejected a row: handlers look for duplicates first, so another request came in
 * between.
 */
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '23505'
