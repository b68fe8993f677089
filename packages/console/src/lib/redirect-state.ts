import { useMemo } from 'react'

/** Storage key of the sign-in at a provider that this tab started. */
const name = 'stationmaster.redirect_state'

/** Values that a sign-in redirect left in the fragment of the address. */
type Fragment = Record<string, string>

/** 128 random bits; `randomUUID` exists only on pages with TLS. */
const randomState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Returns a state for the link to a sign-in at a provider, and the function that stores it when the link is
 * used.
 */
export function useRedirectState(): { state: string; remember: () => void } {
  const state = useMemo(() => randomState(), [])
  return { state, remember: () => sessionStorage.setItem(name, state) }
}

/** Error of a sign-in redirect: its code and the refused address. */
export interface RedirectProblem {
  code: string
  params?: { address: string }
}

/**
 * Returns the fragment of a sign-in that this tab started, and its error. No text of the fragment is shown: of
 * the error only the code is used, and an IP address. A fragment without the state that this tab stored is dropped: otherwise a link on another page
 * could sign users in to an account that is not theirs. A state is valid once.
 */
export function acceptRedirect(fragment: Fragment | null): {
  fragment: Fragment | null
  problem: RedirectProblem | null
} {
  if (!fragment) return { fragment: null, problem: null }
  const expected = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  if (expected === null || fragment.state !== expected)
    return { fragment: null, problem: { code: 'openid.expired' } }
  if (!fragment.error || fragment.mfa_token) return { fragment, problem: null }
  const { error_code: code = '', address = '' } = fragment
  const params = /^[\da-f.:]{3,45}$/i.test(address) ? { address } : undefined
  return { fragment, problem: { code: /^\w+\.\w+$/.test(code) ? code : 'openid.canceled', params } }
}
