import { createHash, timingSafeEqual } from 'node:crypto'
import type { BodyOf, token } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { lockCode, setCodeSession, useCode } from './store.ts'
import type { IdentityDeps } from './deps.ts'
import { endSession } from './end-session.ts'
import { isAddressAllowed, refuseAddress } from './finish-sign-in.ts'
import { hashOf } from './secrets.ts'
import { sessionFacts } from './session-store.ts'
import { maySignIn } from './find-caller.ts'
import { logLoginSession } from './log-sign-in.ts'
import { type ClientCaller, openSession, type TokenAnswer } from './tokens.ts'

type Body = BodyOf<typeof token>
type Code = NonNullable<Awaited<ReturnType<typeof lockCode>>>

const verifierForm = /^[\w.~-]{43,128}$/
// the same answer for every error, so that an attacker learns nothing
const invalidCode = refuse('authorization_code.invalid', { field: 'code' })

/**
 * Exchanges a code for a session, once (RFC 6749, 4.1.3, and RFC 7636, 4.6): the first request uses the code
 * up even if it fails. If a code is presented again it was intercepted, so the session that it opened ends.
 */
export function codeGrant(
  deps: IdentityDeps,
  body: Body,
  { clientId, caller }: ClientCaller,
): Promise<TokenAnswer | Refusal> | Refusal {
  for (const name of ['code', 'client_id', 'redirect_uri', 'code_verifier'] as const)
    if (!body[name]) return refuse('value.required', { field: name })
  const hash = hashOf(body.code!)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const code = await lockCode(tx, hash)
    if (!code) return invalidCode
    if (code.used_at) {
      const session = code.session_code
      if (session) await endSession(deps, tx, { session, reason: 'its code was used twice' })
      return invalidCode
    }
    await useCode(tx, hash, now)
    if (code.expires_at <= now || !isIssuedTo(code, body, clientId)) return invalidCode
    const by = await sessionFacts(tx, code.by_session)
    if (!by || by.revoked_at || by.expires_at <= now || !maySignIn(by.state)) return invalidCode
    if (!(await isAddressAllowed(tx, code.user_id, caller.address)))
      return refuseAddress(deps, code.user_id, caller)
    const isDriver = by.interface_code === 'driver'
    // a code is not a password: the new session is as fresh as the session that authorized it
    const start = { userId: code.user_id, isDriver, clientId, caller, provenAt: by.proven_at }
    const answer = await openSession(deps, tx, start)
    await setCodeSession(tx, hash, answer.session)
    logLoginSession(deps, {
      event: 'signed in',
      user: { userId: code.user_id },
      session: answer.session,
      text: `${caller.address}, ${clientId}`,
    })
    return answer
  })
}

/** Returns true if the code was issued to this client and address and the verifier matches. */
const isIssuedTo = (code: Code, body: Body, clientId: string): boolean =>
  code.client_id === clientId &&
  code.redirect_uri === body.redirect_uri &&
  isVerified(code, body.code_verifier!)

function isVerified({ challenge }: Code, verifier: string): boolean {
  const shown = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const wanted = Buffer.from(challenge)
  return verifierForm.test(verifier) && shown.length === wanted.length && timingSafeEqual(shown, wanted)
}
