import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { Refusal } from '../../shared/refusal.ts'

/** Why nobody was signed in, as the console gets it in the fragment (RFC 6749, 4.1.2.1). */
export interface Problem {
  error: string
  description: string
}

/** Specification, section 8: a longer message is replaced. So our own are shorter, whatever the provider is called. */
const longest = 100
const canceled = 'Your request has been canceled.'

export const lost: Problem = {
  error: 'invalid_request',
  description: 'This sign-in took too long or was begun in another browser. Try again.',
}

/** Codes of OAuth for what the house refuses. */
const codeOf: Partial<Record<Refusal['refusal'], string>> = {
  unavailable: 'temporarily_unavailable',
  'too-many': 'temporarily_unavailable',
}

export const refusedProblem = (refusal: Refusal): Problem => ({
  error: codeOf[refusal.refusal] ?? 'access_denied',
  description: refusal.message,
})

/** What went wrong at the provider, in words for people; null when it is none of the things that go wrong there. */
export function problemOf(error: unknown, name: string): Problem | null {
  if (error instanceof AuthorizationResponseError) return told(error, name)
  if (isAway(error))
    return {
      // an HTTP status cannot be said by a redirect
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

/** The provider's own words, where they fit. They are text of somebody else: never markup, one line. */
function told({ error, error_description: words }: AuthorizationResponseError, name: string): Problem {
  const code = /^[\w.-]{1,60}$/.test(error) ? error : 'access_denied'
  const text = (words ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (text.length > longest) return { error: code, description: canceled }
  if (text !== '') return { error: code, description: text }
  return { error: code, description: code === 'access_denied' ? canceled : `${name} answered: ${code}` }
}

const away = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed'
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (!(error instanceof ClientError)) return false
  return away.has(error.code ?? '') || (error.cause instanceof Response && error.cause.status >= 500)
}
