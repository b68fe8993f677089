import { accessTokenType, type BodyOf, type token, tokenExchangeGrant } from '@stationmaster/contract'
import { requestToken, TokenRefusal } from './request-token.ts'
import { lockedMs, withLock } from './tab-lock.ts'
import { dropToken, storeToken, type LoginToken, readToken } from './token.ts'

/**
 * Returns a valid token, or null if there is none. Renews it if it expires within the gap; one tab renews for
 * all, because a refresh token is single-use: using it again after ten seconds, or after its successor was
 * used, ends the session. Throws if it has expired and the server does not respond.
 */
export async function freshToken(gapMs = 30_000): Promise<LoginToken | null> {
  const login = readToken()
  if (!login || login.expiresAt - Date.now() > gapMs) return login
  return withLock('token', async (wrote) => {
    // Another tab may have renewed it while this one waited for the lock.
    const present = readToken()
    if (!present || present.expiresAt - Date.now() > gapMs) return present
    return renew(present, { wrote })
  })
}

/** Renews immediately although the token seems valid: the server has just refused it. */
export const renewRefused = (refused: string): Promise<LoginToken | null> =>
  withLock('token', async (wrote) => {
    const present = readToken()
    if (!present || present.access !== refused) return present
    return renew(present, { wrote, isRefused: true })
  })

async function renew(
  login: LoginToken,
  { wrote, isRefused = false }: { wrote: () => void; isRefused?: boolean },
): Promise<LoginToken | null> {
  const exchange: BodyOf<typeof token> = {
    grant_type: tokenExchangeGrant,
    subject_token: login.access,
    subject_token_type: accessTokenType,
  }
  const ways: BodyOf<typeof token>[] = isRefused ? [] : [exchange]
  if (login.refresh) ways.push({ grant_type: 'refresh_token', refresh_token: login.refresh })
  // Expired by the clock of this device, which may be wrong: the exchange is tried last.
  if (login.expiresAt <= Date.now()) ways.reverse()
  for (const way of ways) {
    try {
      const answer = await requestToken(way, AbortSignal.timeout(lockedMs))
      wrote()
      return storeToken(answer)
    } catch (failure) {
      if (!(failure instanceof TokenRefusal) || failure.waitSeconds > 0) {
        // No response, or a temporary error: the token stays, the next check tries again.
        if (!isRefused && login.expiresAt > Date.now()) return login
        throw failure
      }
      console.error(`token not renewed: ${failure.code} ${failure.message}`)
    }
  }
  wrote()
  dropToken()
  return null
}
