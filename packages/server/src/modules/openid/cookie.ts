import { parseCookie, stringifySetCookie } from 'cookie'
import { newSecret } from '../identity/index.ts'
import type { Visit } from './deps.ts'

/** Seconds in which a sign-in must be completed. */
export const attemptSeconds = 10 * 60
const form = /^[\w-]{43}$/

/** The prefix prevents other hosts of the domain from setting the cookie; browsers require https for it. */
const nameOf = (isSecure: boolean): string =>
  isSecure ? '__Host-stationmaster-sign-in' : 'stationmaster-sign-in'

/** Returns the secret that binds a sign-in to its browser; null if the browser has none. */
export function browserSecret(visit: Visit, isSecure: boolean): string | null {
  const value = parseCookie(visit.header('cookie') ?? '')[nameOf(isSecure)]
  return value !== undefined && form.test(value) ? value : null
}

/** Returns the browser's secret or a new one: two tabs may sign in at the same time. */
export const ensureSecret = (visit: Visit, isSecure: boolean): string =>
  browserSecret(visit, isSecure) ?? newSecret()

/**
 * Returns the header that sets the cookie or, with null, deletes it. Lax: the return from the provider is a
 * plain link.
 */
export const cookieOf = (secret: string | null, isSecure: boolean): string =>
  stringifySetCookie({
    name: nameOf(isSecure),
    value: secret ?? '',
    maxAge: secret === null ? 0 : attemptSeconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
