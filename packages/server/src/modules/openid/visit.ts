import { locales } from '@stationmaster/contract'
import { parseCookie, stringifySetCookie } from 'cookie'
import { newSecret } from '../identity/index.ts'
import type { Visit } from './deps.ts'
import type { Problem } from './problem.ts'

/** Seconds in which a sign-in must be completed. */
export const attemptSeconds = 10 * 60
const secretPattern = /^[\w-]{43}$/

/** The prefix prevents other hosts of the domain from setting the cookie; browsers require https for it. */
const cookieNameOf = (isSecure: boolean): string =>
  isSecure ? '__Host-stationmaster-sign-in' : 'stationmaster-sign-in'

/** Returns the secret that binds a sign-in to its browser; null if the browser has none. */
export function browserSecret(visit: Visit, isSecure: boolean): string | null {
  const value = parseCookie(visit.header('cookie') ?? '')[cookieNameOf(isSecure)]
  return value !== undefined && secretPattern.test(value) ? value : null
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
    name: cookieNameOf(isSecure),
    value: secret ?? '',
    maxAge: secret === null ? 0 : attemptSeconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })

const pageStatePattern = /^[\w-]{16,64}$/

/** Appends the state of the console's page to ours, so that it returns with the browser. */
export const withPageState = (state: string, ofPage: string | undefined): string =>
  ofPage !== undefined && pageStatePattern.test(ofPage) ? `${state}.${ofPage}` : state

/** Returns the state of the page that began the sign-in, by which that page recognizes it. */
export function pageStateOf(state: string | undefined): string | undefined {
  const ofPage = state?.split('.')[1]
  return ofPage !== undefined && pageStatePattern.test(ofPage) ? ofPage : undefined
}

/** Maximum length of an address in characters. */
const maxTarget = 500

/**
 * Returns the address of the console to return to; null if it is invalid or leads elsewhere, because tokens
 * are sent there.
 */
export function readTarget(text: string | undefined, origin: string): string | null {
  if (text === undefined || !text.startsWith('/') || text.length > maxTarget) return null
  if (!URL.canParse(text, origin)) return null
  const { pathname, search } = new URL(text, origin)
  const target = pathname + search
  // `/.//elsewhere` has been normalized to `//elsewhere` here
  return isSameOrigin(text, origin) && isSameOrigin(target, origin) ? target : null
}

const isSameOrigin = (address: string, origin: string): boolean =>
  URL.canParse(address, origin) && new URL(address, origin).origin === new URL(origin).origin

/** Returns a supported language for a tag such as `de-AT`. */
export const readLocale = (tag: string | undefined): string | null =>
  locales.find((locale) => locale === tag?.slice(0, 2).toLowerCase()) ?? null

type Values = Record<string, string | number | undefined>

/** Returns an address of the console with values in its fragment, which is not sent in requests. */
export function withFragment(path: string, values: Values): string {
  const fragment = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) fragment.append(name, String(value))
  return `${path}#${fragment.toString()}`
}

/** Returns the address of the sign-in page, which shows the problem. */
export const problemAddress = (problem: Problem, target: string | null = null, state?: string): string =>
  withFragment(target ?? '/signin', {
    error: problem.error,
    error_description: problem.description,
    error_code: problem.code,
    address: problem.address,
    state,
  })
