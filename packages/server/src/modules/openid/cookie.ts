import { newSecret } from '../identity/index.ts'
import type { Visit } from './deps.ts'

/** A sign-in is done within this. */
export const attemptSeconds = 10 * 60
const form = /^[\w-]{43}$/

/** The prefix keeps hosts beside ours from setting it; browsers demand https for it. */
const nameOf = (isSecure: boolean): string =>
  isSecure ? '__Host-stationmaster-sign-in' : 'stationmaster-sign-in'

/** The secret that binds a sign-in to its browser; null when it has none. */
export function browserSecret(visit: Visit, isSecure: boolean): string | null {
  const name = `${nameOf(isSecure)}=`
  const parts = (visit.header('cookie') ?? '').split(';').map((part) => part.trim())
  const value = parts.find((part) => part.startsWith(name))?.slice(name.length)
  return value !== undefined && form.test(value) ? value : null
}

/** That of the browser, or a new one: two tabs may sign in at once. */
export const ensureSecret = (visit: Visit, isSecure: boolean): string =>
  browserSecret(visit, isSecure) ?? newSecret()

/** Sets the cookie, or takes it away with null. Lax: the way back from the provider is a plain link. */
export const cookieOf = (secret: string | null, isSecure: boolean): string =>
  [
    `${nameOf(isSecure)}=${secret ?? ''}`,
    `Max-Age=${secret === null ? 0 : attemptSeconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
