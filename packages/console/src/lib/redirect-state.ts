import { useMemo } from 'react'

/** Where this tab remembers which sign-in it sent elsewhere. */
const name = 'stationmaster.redirect_state'

/** Values that a sign-in redirect left in the fragment of the address. */
type Fragment = Record<string, string>

/** 128 random bits; `randomUUID` exists only on pages with TLS. */
const randomState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Returns a state for the link to a sign-in elsewhere, and the function that remembers it when the link is used. */
export function useRedirectState(): { state: string; remember: () => void } {
  const state = useMemo(() => randomState(), [])
  return { state, remember: () => sessionStorage.setItem(name, state) }
}

// What a redirect may say: the text in the address is never shown, because any page can link to it.
const problems = [
  'Your request has been canceled.',
  'This sign-in took too long or was begun in another browser. Try again.',
  'There is no answer from the other sign-in service at the moment. Try again shortly.',
  'The sign-in was not accepted by the other sign-in service. Try again.',
  'The answer of the other sign-in service could not be trusted. Try again.',
  'Your e-mail is not confirmed at the other sign-in service. Confirm it there first.',
  'This e-mail is of an account that never confirmed it. Set a new password by mail, then try again.',
  'This account may not sign in at the moment. Ask your administrator.',
  'Signing up is switched off. Ask your operator for an account.',
  'You may not sign in from the address',
] as const
const [canceled, lost] = problems
const startOf = (sentence: string): string => sentence.split(' ').slice(0, 3).join(' ')

/**
 * Returns the fragment of a sign-in that this tab began, and what went wrong in words from a closed list. A fragment
 * without the state that this tab remembers is dropped: otherwise a link of another page could sign people in to an
 * account that is not theirs. The state is good once.
 */
export function acceptRedirect(fragment: Fragment | null): {
  fragment: Fragment | null
  problem: string | null
} {
  if (!fragment) return { fragment: null, problem: null }
  const expected = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  if (expected === null || fragment.state !== expected) return { fragment: null, problem: lost }
  if (!fragment.error || fragment.mfa_token) return { fragment, problem: null }
  const told = fragment.error_description ?? ''
  return { fragment, problem: problems.find((one) => told.startsWith(startOf(one))) ?? canceled }
}
