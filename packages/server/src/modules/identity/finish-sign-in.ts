import type { BodyOf, token } from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import { addressBlock } from '../../shared/address-block.ts'
import { answerWith } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { addressFilterOf } from './networks.ts'
import { checkCode } from './second-factor.ts'
import { dropMfaTicket, insertMfaTicket, mfaTicket, findAuthState } from './second-factor-store.ts'
import { hashOf, newSecret } from './secrets.ts'
import { maySignIn, mustFirstOf } from './find-caller.ts'
import { activateUser } from './store.ts'
import { logLoginSession, logFailedSignIn } from './log-sign-in.ts'
import { type Caller, type ClientCaller, openSession, type TokenAnswer } from './tokens.ts'
import { rememberAddress } from './attempt-store.ts'

export type GrantAnswer = Promise<TokenAnswer | Refusal | ReturnType<typeof answerWith>>

/** A user who has entered their password or whose identity another issuer verified. */
export interface SignedPerson {
  id: string
  is_admin: boolean
  interface_code: string
}

const ticketMs = 5 * 60_000
const ticketExpired = refuse('sign_in.expired', { field: 'mfa_token' })

/**
 * Opens a login session for a user whose password was correct, if the address is allowed and the second
 * factor, where required, is correct. Without a code the answer is `mfa_required` and a ticket for the second
 * step.
 */
export async function finishSignIn(
  deps: IdentityDeps,
  person: SignedPerson,
  { clientId, caller, otp }: ClientCaller & { otp?: string },
): GrantAnswer {
  const authState = await findAuthState(deps.db, person.id)
  if (!authState) return ticketExpired
  if (!addressFilterOf(authState.networks ?? [])(caller.address))
    return refuseAddress(deps, person.id, caller)
  if (authState.has_second_factor) {
    if (!otp) return requireSecondFactor(deps, person, clientId)
    const wrong = await checkCode(deps, person.id, { code: otp, field: 'otp', from: caller })
    if (wrong) {
      logFailedSignIn(deps, { event: 'wrong second factor', userId: person.id, caller })
      return wrong
    }
  }
  const mustFirst = mustFirstOf(deps, person.is_admin, authState)
  const isDriver = person.interface_code === 'driver'
  const answer = await inTransaction(deps.db, async (tx) => {
    await activateUser(tx, person.id)
    await rememberAddress(tx, person.id, {
      addressHash: hashOf(addressBlock(caller.address)),
      now: deps.clock.now(),
    })
    await deps.bus.publish(tx, [toAdministrators({ kind: 'user.changed', ids: [person.id] })])
    return openSession(deps, tx, { userId: person.id, isDriver, clientId, caller, mustFirst })
  })
  const { session } = answer
  logLoginSession(deps, { event: 'signed in', user: { userId: person.id }, session, text: caller.address })
  return answer
}

/** Refuses a user whose address is not allowed and logs it for administrators. */
export function refuseAddress(deps: IdentityDeps, userId: string, caller: Caller): Refusal {
  logFailedSignIn(deps, { event: 'address refused', userId, caller })
  return refuse('access.address_refused', { address: caller.address })
}

/** Returns true if the user may sign in from this address; also checked when a token is renewed. */
export async function isAddressAllowed(db: Db, userId: string, address: string): Promise<boolean> {
  const authState = await findAuthState(db, userId)
  return addressFilterOf(authState?.networks ?? [])(address)
}

async function requireSecondFactor(deps: IdentityDeps, person: SignedPerson, clientId: string): GrantAnswer {
  const now = deps.clock.now()
  const ticket = newSecret()
  const expires = new Date(now.getTime() + ticketMs)
  await insertMfaTicket(
    deps.db,
    { hash: hashOf(ticket), user_id: person.id, client_id: clientId, expires_at: expires },
    now,
  )
  const { code, message } = refuse('sign_in.code_required')
  return answerWith(403, {
    error: 'mfa_required',
    error_description: message,
    code,
    mfa_token: ticket,
  })
}

/**
 * Completes a sign-in with the ticket of the first step and a code. After a wrong code the ticket can be used
 * again.
 */
export async function secondFactorGrant(
  deps: IdentityDeps,
  body: BodyOf<typeof token>,
  { clientId, caller }: ClientCaller,
): GrantAnswer {
  if (!body.mfa_token) return refuse('value.required', { field: 'mfa_token' })
  if (!body.otp) return refuse('value.required', { field: 'otp' })
  const hash = hashOf(body.mfa_token)
  const person = await mfaTicket(deps.db, hash, deps.clock.now())
  if (!person || person.client_id !== clientId) return ticketExpired
  if (!maySignIn(person.state)) return ticketExpired
  const answer = await finishSignIn(deps, person, { clientId, caller, otp: body.otp })
  // of two concurrent requests only one can use the code, so at most one session is opened
  if ('access_token' in answer) await dropMfaTicket(deps.db, hash)
  return answer
}
