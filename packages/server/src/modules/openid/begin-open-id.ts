import { locales } from '@stationmaster/contract'
import { hashOf, newSecret, type Redirect, redirectTo } from '../identity/index.ts'
import { attemptSecrets, type Provider } from './provider.ts'
import { attemptSeconds, cookieOf, ensureSecret, readLocale, readTarget, withPageState } from './visit.ts'
import type { OpenIdDeps, Visit } from './deps.ts'
import { insertAttempt } from './store.ts'

/**
 * Redirects a browser to the provider. The response is accepted for ten minutes, once, from this browser
 * only.
 */
export async function beginOpenId(deps: OpenIdDeps, provider: Provider, visit: Visit): Promise<Redirect> {
  const origin = deps.origin()
  const isSecure = origin.startsWith('https:')
  const browser = ensureSecret(visit, isSecure)
  const secrets = attemptSecrets(browser, withPageState(newSecret(), visit.query.state))
  const locale = readLocale(visit.query.locale) ?? locales[0]
  const address = await provider.address(secrets, redirectUri(origin, provider), {
    locale,
    isFresh: visit.query.fresh === '1',
  })
  const now = deps.clock.now()
  const attempt = {
    state_hash: hashOf(secrets.state),
    browser_hash: hashOf(browser),
    provider: provider.code,
    target: readTarget(visit.query.to, origin),
    locale,
    expires_at: new Date(now.getTime() + attemptSeconds * 1000),
  }
  await insertAttempt(deps.db, attempt, now)
  return redirectTo(address.href, { 'set-cookie': cookieOf(browser, isSecure) })
}

/** Returns the redirect URI that must be registered at the provider. */
export const redirectUri = (origin: string, { code }: { code: string }): string =>
  `${origin}/oauth2/code/${code}`
