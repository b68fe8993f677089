import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { Refusal } from '../../shared/refusal.ts'

/** The reason why a sign-in failed, passed to the console in the fragment (RFC 6749, 4.1.2.1). */
export interface Problem {
  error: string
  description: string
}

/**
 * Specification, section 8: a longer message is replaced. Our own messages are shorter for any name of a
 * provider.
 */
const longest = 100
const canceled = 'Your request has been canceled.'

export const expiredProblem: Problem = {
  error: 'invalid_request',
  description: 'This sign-in took too long or was begun in another browser. Try again.',
}

/** OAuth error codes of our own refusals. */
const codeOf: Partial<Record<Refusal['refusal'], string>> = {
  unavailable: 'temporarily_unavailable',
  'too-many': 'temporarily_unavailable',
}

export const refusedProblem = (refusal: Refusal): Problem => ({
  error: codeOf[refusal.refusal] ?? 'access_denied',
  description: refusal.message,
})

/** Returns a message for an error at the provider; null if the error has another cause. */
export function problemOf(error: unknown, name: string): Problem | null {
  if (error instanceof AuthorizationResponseError) return providerProblem(error, name)
  if (isUnavailable(error))
    return {
      // a redirect cannot carry an HTTP status
      error: 'temporarily_unavailable',
      description: `There is no answer from ${name} at the moment. Try again shortly.`,
    }
  if (error instanceof ResponseBodyError)
    return { error: 'access_denied', description: `The sign-in was not accepted by ${name}. Try again.` }
  if (error instanceof ClientError)
    return {
      error: 'server_error',
      description: `The answer of ${name} could not be trusted. Try again.`,
    }
  return null
}

/** Returns the provider's own message if it fits: one line of text, never markup, because it is not trusted. */
function providerProblem(
  { error, error_description: words }: AuthorizationResponseError,
  name: string,
): Problem {
  const code = /^[\w.-]{1,60}$/.test(error) ? error : 'access_denied'
  const text = (words ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (text.length > longest) return { error: code, description: canceled }
  if (text !== '') return { error: code, description: text }
  return { error: code, description: code === 'access_denied' ? canceled : `${name} answered: ${code}` }
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
