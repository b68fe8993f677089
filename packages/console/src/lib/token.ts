import type { AnswerOf, token } from '@stationmaster/contract'
import { forgetOffline } from './saved-offline.ts'
import { writeStored, onStored, readStored } from './stored.ts'

/**
 * The login token: stored in local storage so that every tab of this browser is signed in, renewed before it
 * expires, discarded when the server refuses to renew it.
 */
export interface LoginToken {
  access: string
  refresh: string | null
  session: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type TokenAnswer = AnswerOf<typeof token>

/** Specification, section 9: the token is checked every five minutes and exchanged 20 minutes before its end. */
export const tokenCheckMs = 300_000
export const tokenGapMs = 20 * 60_000

export function readToken(): LoginToken | null {
  try {
    const stored = JSON.parse(readStored('login_token') ?? 'null') as Partial<LoginToken> | null
    if (typeof stored?.access !== 'string' || typeof stored.expiresAt !== 'number') return null
    return {
      access: stored.access,
      refresh: stored.refresh ?? null,
      session: stored.session ?? '',
      expiresAt: stored.expiresAt,
    }
  } catch {
    return null
  }
}

export function storeToken(answer: TokenAnswer): LoginToken {
  const login: LoginToken = {
    access: answer.access_token,
    // The response to an exchange has no refresh token: the current one stays valid.
    refresh: answer.refresh_token ?? readToken()?.refresh ?? null,
    session: answer.session,
    expiresAt: Date.now() + answer.expires_in * 1000,
  }
  writeStored('login_token', JSON.stringify(login))
  return login
}

/** Removes the token, with what is shown of its user without a network. */
export function dropToken(): void {
  writeStored('login_token', null)
  forgetOffline()
}

/** Reports when another tab signed in, renewed the token or signed out. */
export const onTokenChanged = (listener: (login: LoginToken | null) => void): (() => void) =>
  onStored('login_token', () => listener(readToken()))

/** Stores the tokens that a sign-in redirect left in the address. Returns true if there were any. */
export function takeRedirectTokens(fragment: Record<string, string> | null): boolean {
  const access = fragment?.access_token
  if (!access) return false
  dropToken()
  storeToken({
    access_token: access,
    token_type: 'Bearer',
    expires_in: Number(fragment.expires_in) || 3600,
    session: fragment.session ?? '',
    ...(fragment.refresh_token ? { refresh_token: fragment.refresh_token } : {}),
  })
  return true
}
