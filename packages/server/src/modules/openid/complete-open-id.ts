import type { MfaRequired } from '@stationmaster/contract'
import type { Static } from 'typebox'
import { isOtherAnswer } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { consoleClientId, finishSignIn, hashOf, type Redirect, redirectTo } from '../identity/index.ts'
import { attemptSecrets, type AttemptSecrets, type Provider } from './provider.ts'
import { redirectUri } from './begin-open-id.ts'
import { browserSecret, cookieOf, pageStateOf, problemAddress, withFragment } from './visit.ts'
import type { OpenIdDeps, Visit } from './deps.ts'
import { openIdPerson } from './open-id-person.ts'
import { problemOf, refusedProblem } from './problem.ts'
import { takeAttempt } from './store.ts'

interface Attempt {
  secrets: AttemptSecrets
  target: string | null
  locale: string
}

/** Handles a browser that returns from the provider and redirects it to the console with tokens or an error. */
export async function completeOpenId(deps: OpenIdDeps, provider: Provider, visit: Visit): Promise<Redirect> {
  const isSecure = deps.origin().startsWith('https:')
  const attempt = await attemptOf(deps, provider, { visit, isSecure })
  const location = attempt
    ? await locationFor(deps, provider, { visit, attempt })
    : problemAddress(refusedProblem(refuse('openid.expired')), null, pageStateOf(visit.query.state))
  return redirectTo(location, { 'set-cookie': cookieOf(null, isSecure) })
}

/** Returns the sign-in that this browser began with this provider and marks its state as used. */
async function attemptOf(
  { db, clock }: OpenIdDeps,
  provider: Provider,
  { visit, isSecure }: { visit: Visit; isSecure: boolean },
): Promise<Attempt | null> {
  const browser = browserSecret(visit, isSecure)
  const { state } = visit.query
  if (browser === null || typeof state !== 'string' || state === '') return null
  const names = { state: hashOf(state), browser: hashOf(browser), provider: provider.code }
  const row = await takeAttempt(db, names, clock.now())
  return row ? { secrets: attemptSecrets(browser, state), ...row } : null
}

async function locationFor(
  deps: OpenIdDeps,
  provider: Provider,
  { visit, attempt }: { visit: Visit; attempt: Attempt },
): Promise<string> {
  const { target, locale } = attempt
  const state = pageStateOf(visit.query.state)
  const address = new URL(redirectUri(deps.origin(), provider))
  for (const [name, value] of Object.entries(visit.query)) address.searchParams.append(name, String(value))
  try {
    const claims = await provider.redeem(address, attempt.secrets)
    const person = await openIdPerson(deps, claims, { name: provider.name, locale })
    if (isRefusal(person)) return problemAddress(refusedProblem(person), target, state)
    const clientId = consoleClientId
    const answer = await finishSignIn(deps.identity, person, { clientId, caller: visit })
    if (isRefusal(answer)) return problemAddress(refusedProblem(answer), target, state)
    // the ticket of the second step, passed to the console
    if (isOtherAnswer(answer)) {
      const { error, error_description, mfa_token } = answer.body as Static<typeof MfaRequired>
      return withFragment(target ?? '/signin', { error, error_description, mfa_token, state })
    }
    const { access_token, refresh_token, expires_in, session, action_required } = answer
    return withFragment(target ?? '/', {
      access_token,
      refresh_token,
      expires_in,
      session,
      action_required,
      state,
    })
  } catch (error) {
    const problem = problemOf(error, provider.name)
    if (!problem) throw error
    logProblem(deps, provider, { error, problem: problem.error })
    return problemAddress(problem, target, state)
  }
}

/** Logs a problem without the library's causes: they contain tokens. */
export function logProblem(
  { log }: OpenIdDeps,
  { code: provider }: Provider,
  { error, problem }: { error: unknown; problem: string },
) {
  const { message, code } = error as { message?: string; code?: string }
  log.warn({ provider, problem, errorCode: code, why: message }, 'openid: sign-in refused')
}
