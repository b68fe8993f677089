import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { ErrorCode } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'

/** The reason why a sign-in failed, passed to the console in the fragment (RFC 6749, 4.1.2.1). */
export interface Problem {
  /** Error code of OAuth. */
  error: string
  description: string
  /** Code by which the console translates the problem; it never shows the description. */
  code: ErrorCode | undefined
  /** Address of the browser, if it is refused. */
  address?: string | undefined
}

/** Specification, section 8: a longer message is replaced. */
const longest = 100

/** OAuth error codes of our own refusals. */
const codeOf: Partial<Record<Refusal['refusal'], string>> = {
  invalid: 'invalid_request',
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
  'too-many': 'temporarily_unavailable',
}

export const refusedProblem = ({ refusal, code, message, params }: Refusal): Problem => ({
  error: codeOf[refusal] ?? 'access_denied',
  description: message,
  code,
  address: typeof params?.address === 'string' ? params.address : undefined,
})

/** Returns a message for an error at the provider; null if the error has another cause. */
export function problemOf(error: unknown, name: string): Problem | null {
  if (error instanceof AuthorizationResponseError) return providerProblem(error, name)
  if (isUnavailable(error)) return refusedProblem(refuse('openid.unavailable'))
  if (error instanceof ResponseBodyError) return refusedProblem(refuse('openid.declined'))
  if (error instanceof ClientError) return refusedProblem(refuse('openid.response_invalid'))
  return null
}

/** Returns the provider's own message if it fits: one line of text, never markup, because it is not trusted. */
function providerProblem(
  { error: given, error_description: words }: AuthorizationResponseError,
  name: string,
): Problem {
  const error = /^[\w.-]{1,60}$/.test(given) ? given : 'access_denied'
  const text = (words ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (text.length > longest || (text === '' && error === 'access_denied'))
    return { ...refusedProblem(refuse('openid.canceled')), error }
  const code = error === 'access_denied' ? 'openid.canceled' : 'openid.declined'
  return { error, description: text || `${name} answered: ${error}`, code }
}

const unavailableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

function isUnavailable(error: unknown): boolean {
  // fetch rejects with a TypeError whose cause is the network failure; programming errors have no cause
  if (error instanceof TypeError) return error.cause !== undefined
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (!(error instanceof ClientError)) return false
  return (
    unavailableCodes.has(error.code ?? '') || (error.cause instanceof Response && error.cause.status >= 500)
  )
}
