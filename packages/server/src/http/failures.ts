import { errorKinds } from '@stationmaster/contract'
import type { Log } from '../shared/log.ts'
import { type Refusal, refuse } from '../shared/refusal.ts'
import { jsonReply, type WebReply } from './web-call.ts'

/** Error codes of RFC 6749, 5.2, for the token endpoint, by code or else by kind of a refusal. */
const oauthErrors: Partial<Record<string, string>> = {
  unauthorized: 'invalid_grant',
  forbidden: 'invalid_client',
  'too-many': 'invalid_grant',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
  'access.address_refused': 'access_denied',
  'client.console_only': 'unauthorized_client',
  'second_factor.code_wrong': 'invalid_grant',
}

const oauthErrorOf = ({ refusal, code, field }: Refusal): string =>
  code === 'value.not_listed' && field === 'grant_type'
    ? 'unsupported_grant_type'
    : (oauthErrors[code ?? refusal] ?? oauthErrors[refusal] ?? 'invalid_request')

interface FailureOptions {
  correlation: string
  /** True for a flat body with the error codes of OAuth (RFC 6749, 5.2). */
  isOAuth?: boolean
  headers?: Readonly<Record<string, string>>
}

/** Returns body and status of a refusal: `{error: {...}}`, or flat as in OAuth. */
export function failureReply(
  no: Refusal,
  { correlation, isOAuth = false, headers }: FailureOptions,
): WebReply {
  const { message, field, cause, retryAfterSeconds } = no
  const details = { ...(field === undefined ? {} : { field }), ...paramsOf(no) }
  const allHeaders = {
    ...headers,
    'x-request-id': correlation,
    ...(retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
  }
  const error = {
    ...codeOf(no),
    ...details,
    ...(cause === undefined ? {} : { cause: { ...codeOf(cause), ...paramsOf(cause) } }),
    correlation,
  }
  const body = isOAuth
    ? {
        error: oauthErrorOf(no),
        error_description: message,
        code: error.code,
        ...details,
        correlation,
      }
    : { error }
  return jsonReply(errorKinds[no.refusal], body, allHeaders)
}

const codeOf = ({ code, refusal, message }: Refusal) => ({ code: code ?? refusal, message })
const paramsOf = ({ params }: Refusal) => (params === undefined ? {} : { params })

/** Returns the refusal for an unexpected error without details; the log has the rest. */
export function thrownRefusal(
  error: unknown,
  log: Log,
  { correlation, isStorageAway = false }: { correlation: string; isStorageAway?: boolean },
): Refusal {
  if (isStorageAway) {
    log.warn({ err: error, correlation }, 'web: storage unavailable')
    return refuse('server.storage_unavailable', { retryAfterSeconds: 2 })
  }
  if (isDuplicate(error)) {
    log.warn({ err: error, correlation }, 'web: a parallel request inserted the same unique key')
    return refuse('request.parallel_change')
  }
  log.error({ err: error, correlation }, 'web: a request failed')
  return refuse('server.unexpected')
}

/**
 * Returns true if a unique key rejected a row: handlers look for duplicates first, so another request came in
 * between.
 */
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '23505'
