import { setTimeout as pause } from 'node:timers/promises'
import { accessTokenType, type BodyOf, type token, tokenExchangeGrant } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { consoleClientId, type IdentityDeps } from './deps.ts'
import { endSession } from './end-session.ts'
import {
  secondFactorGrant,
  finishSignIn,
  type GrantAnswer,
  isAddressAllowed,
  refuseAddress,
} from './finish-sign-in.ts'
import { isPassword } from './password.ts'
import { codeGrant } from './redeem-code.ts'
import { hashOf } from './secrets.ts'
import { logFailedSignIn } from './log-sign-in.ts'
import {
  lockRefreshToken,
  nextToken,
  sessionFacts,
  invalidateRefreshTokens,
  useRefreshToken,
} from './session-store.ts'
import { maySignIn } from './find-caller.ts'
import { userByName } from './store.ts'
import {
  issueTokens,
  type Caller,
  type ClientCaller,
  lifetimes,
  newRefreshToken,
  openSession,
  type TokenAnswer,
} from './tokens.ts'
import { countSignInAttempt } from './count-attempts.ts'

type Body = BodyOf<typeof token>
type Answer = Promise<TokenAnswer | Refusal>

/** Answers the token endpoint (RFC 6749, RFC 8693): one function for each grant. */
export async function grantToken(deps: IdentityDeps, body: Body, caller: Caller): GrantAnswer {
  const clientId = body.client_id ?? consoleClientId
  const isConsole = clientId === consoleClientId
  if (!isConsole && !deps.clients.some(({ id }) => id === clientId))
    return refuse('client.unknown', { field: 'client_id' })
  // passwords are entered on the console's own pages only (RFC 9700, 2.4)
  if (!isConsole && consoleGrants.has(body.grant_type))
    return refuse('client.console_only', { field: 'client_id' })
  switch (body.grant_type) {
    case 'password':
      return passwordGrant(deps, body, { clientId, caller })
    case 'mfa_otp':
      return secondFactorGrant(deps, body, { clientId, caller })
    case 'refresh_token':
      return refreshTokenGrant(deps, body, { clientId, caller })
    case 'client_credentials':
      return inTransaction(deps.db, (tx) =>
        openSession(deps, tx, { userId: null, isDriver: false, clientId, caller }),
      )
    case 'authorization_code':
      return codeGrant(deps, body, { clientId, caller })
    case tokenExchangeGrant:
      return exchangeGrant(deps, body, { clientId, caller })
  }
}

const consoleGrants: ReadonlySet<Body['grant_type']> = new Set(['password', 'mfa_otp', 'client_credentials'])
async function passwordGrant(
  deps: IdentityDeps,
  body: Body,
  { clientId, caller }: ClientCaller,
): GrantAnswer {
  if (!body.username?.trim()) return refuse('value.required', { field: 'username' })
  if (!body.password) return refuse('value.required', { field: 'password' })
  const name = body.username.trim()
  const user = await userByName(deps.db, name)
  // login and e-mail of a user are counted together; unknown names are counted alike
  const subject = user?.id ?? name.toLowerCase()
  const attempt = { userId: user?.id ?? null, accountId: user?.account_id, caller }
  const counted = await countSignInAttempt(deps, { subject, userId: user?.id ?? null }, caller.address)
  if (isRefusal(counted)) {
    logFailedSignIn(deps, { ...attempt, event: 'locked' })
    return counted
  }
  if (counted.delayMs > 0) await pause(counted.delayMs)
  const isRight = await isPassword(user?.password_hash ?? null, body.password, addressBlock(caller.address))
  if (isRefusal(isRight)) {
    await counted.cancel()
    return isRight
  }
  if (!user || !isRight || !maySignIn(user.state)) {
    logFailedSignIn(deps, { ...attempt, event: user ? 'wrong password' : 'unknown name' })
    return refuse('sign_in.credentials_wrong')
  }
  await counted.succeeded()
  // reported only after the correct password
  if (user.awaits_confirmation) return refuse('sign_in.email_unconfirmed')
  return finishSignIn(deps, user, { clientId, caller, otp: body.otp })
}

const sessionEnded = refuse('session.ended')

/** Exchanges a refresh token, once. A used token that is presented later was copied: the session ends. */
async function refreshTokenGrant(deps: IdentityDeps, body: Body, { clientId, caller }: ClientCaller): Answer {
  if (!body.refresh_token) return refuse('value.required', { field: 'refresh_token' })
  const hash = hashOf(body.refresh_token)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const used = await lockRefreshToken(tx, hash)
    if (!used || used.expiresAt <= now) return sessionEnded
    const session = await sessionFacts(tx, used.session)
    if (!session || session.client_id !== clientId || session.expires_at <= now) return sessionEnded
    if (used.usedAt && !(await isRepeat(tx, { ...used, usedAt: used.usedAt }, now))) {
      await endSession(deps, tx, { session: used.session, reason: 'a refresh token was used twice' })
      logFailedSignIn(deps, { event: 'refresh token used twice', userId: session.user_id, caller })
      return sessionEnded
    }
    if (session.user_id !== null && !maySignIn(session.state)) return sessionEnded
    const isMachine = session.user_id === null
    if (session.user_id !== null && !(await isAddressAllowed(tx, session.user_id, caller.address)))
      return refuseAddress(deps, session.user_id, caller)
    if (!used.usedAt) await useRefreshToken(tx, hash, now)
    const exchangeUntil = new Date(now.getTime() + lifetimes.exchange(session.interface_code === 'driver'))
    const tokenNo = await nextToken(tx, session.code, { now, exchangeUntil })
    if (tokenNo === null) return sessionEnded
    const refresh = await newRefreshToken(deps, tx, { session: session.code, expiresAt: session.expires_at })
    const { code, expires_at: expiresAt } = session
    return issueTokens(deps, { code, clientId, tokenNo, isMachine, expiresAt }, refresh)
  })
}

/** Returns true if the same request is repeated because its response was lost. */
const isRepeat = async (
  tx: IdentityDeps['db'],
  used: { session: string; usedAt: Date },
  now: Date,
): Promise<boolean> =>
  now.getTime() - used.usedAt.getTime() <= lifetimes.repeat &&
  invalidateRefreshTokens(tx, used.session, used.usedAt)

/**
 * Exchanges a valid access token for a new one of the same session, once per token and for a limited time,
 * because it needs no secret.
 */
async function exchangeGrant(deps: IdentityDeps, body: Body, { clientId, caller }: ClientCaller): Answer {
  if (body.subject_token_type !== accessTokenType)
    return refuse('value.not_listed', { values: accessTokenType, field: 'subject_token_type' })
  if (!body.client_id) return refuse('value.required', { field: 'client_id' })
  const claims = await deps.keys.check(body.subject_token ?? '')
  if (isRefusal(claims)) return refuse('token.invalid', { field: 'subject_token' })
  if (claims.clientId !== clientId) return refuse('token.other_client', { field: 'client_id' })
  const now = deps.clock.now()
  const session = await sessionFacts(deps.db, claims.session)
  if (!session || session.revoked_at || session.expires_at <= now || session.user_id === null)
    return sessionEnded
  if (!maySignIn(session.state)) return sessionEnded
  if (!(await isAddressAllowed(deps.db, session.user_id, caller.address)))
    return refuseAddress(deps, session.user_id, caller)
  if (session.exchange_until <= now) return refuse('token.exchange_ended')
  const tokenNo = await nextToken(deps.db, session.code, { now, from: claims.tokenNo })
  if (tokenNo === null) return refuse('token.exchanged')
  const { code, expires_at: expiresAt } = session
  return issueTokens(deps, { code, clientId, tokenNo, isMachine: false, expiresAt })
}
