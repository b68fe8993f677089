import type { Environment } from './environment.ts'
import type { OpenIdProvider } from './shared/config.ts'
import { StartProblem } from './shared/start-problem.ts'

// Maximum length for messages on a sign-in page.
const longestName = 40

/** Returns the OpenID providers of the configuration. Throws a one-line message for an incomplete one. */
export function openIdProviders(env: Environment): OpenIdProvider[] {
  demand(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  demand(env, 'OIDC_ISSUER', 'OIDC_CLIENT_ID')
  for (const name of ['OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const)
    if (env[name] && !env.OIDC_ISSUER) throw new StartProblem(`${name} needs OIDC_ISSUER beside it`)
  const providers: OpenIdProvider[] = []
  if (env.GOOGLE_CLIENT_ID)
    providers.push({
      code: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
    })
  if (env.OIDC_ISSUER)
    providers.push({
      code: 'oidc',
      name: env.OIDC_NAME || new URL(env.OIDC_ISSUER).host.slice(0, longestName),
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET || undefined,
    })
  return providers
}

function demand(env: Environment, ...names: [keyof Environment, keyof Environment]): void {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 1)
    throw new StartProblem(`${missing[0]} is missing: ${names.join(' and ')} go together`)
}
