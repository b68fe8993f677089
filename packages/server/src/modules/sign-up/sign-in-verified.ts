import { randomInt } from 'node:crypto'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { isEmail, isLogin, maySignIn, type SignedPerson } from '../identity/index.ts'
import { fullRefusal, insertNewcomer, interfaceOf, type NewcomerDeps } from './newcomer.ts'
import { isLoginTaken, lockHolder, releaseEmail, removeUnconfirmed } from './store.ts'

export type VerifiedSignInDeps = NewcomerDeps

/** A user whose e-mail another issuer has verified. */
export interface VerifiedIdentity {
  email: string
  username: string | null
  firstName: string | null
  lastName: string | null
  locale: string
}

/**
 * Returns the user with an e-mail that both sides have confirmed, or a new user, if sign-up is enabled. A
 * user who has not confirmed the e-mail here is never taken over: someone else may have created them.
 */
export async function signInVerified(
  deps: VerifiedSignInDeps,
  tx: Tx,
  verified: VerifiedIdentity,
): Promise<(SignedPerson & { isNew?: true }) | Refusal> {
  if (!isEmail(verified.email)) return refuse('openid.email_invalid')
  const holder = await lockHolder(tx, verified.email)
  const isWaiting = holder?.awaits_confirmation === true && holder.state === 'open'
  if (holder && holder.state !== 'deleted' && !isWaiting) {
    if (!maySignIn(holder.state)) return refuse('sign_in.user_locked')
    return holder.email_confirmed_at === null ? refuse('openid.email_unconfirmed') : holder
  }
  if (deps.signUp === 'off') return refuse('sign_up.off')
  const full = await fullRefusal(deps, tx)
  if (full) return full
  if (holder?.state === 'deleted') await releaseEmail(tx, holder.id)
  // as with sign-up: a user with an unconfirmed address has no claim to it, so their password must not remain
  else if (holder) await removeUnconfirmed(tx, { id: holder.id })
  return addVerified(deps, tx, verified)
}

const maxAttempts = 5

async function addVerified(
  deps: VerifiedSignInDeps,
  tx: Tx,
  verified: VerifiedIdentity,
): Promise<(SignedPerson & { isNew: true }) | Refusal> {
  const now = deps.clock.now()
  const id = newId(now.getTime())
  const wanted = loginFrom(verified)
  for (let n = 0; n < maxAttempts; n += 1) {
    const username = n === 0 ? wanted : `${wanted}-${randomInt(1000, 10_000)}`
    if (await isLoginTaken(tx, username)) continue
    const isIn = await insertNewcomer(deps, tx, {
      id,
      username,
      email: verified.email,
      email_confirmed_at: now,
      first_name: verified.firstName,
      last_name: verified.lastName,
      locale: verified.locale,
      state: 'active',
    })
    if (isIn) return { id, is_admin: false, interface_code: interfaceOf(deps), isNew: true }
  }
  return refuse('request.parallel_change')
}

const longestLogin = 48

/** Returns a login as similar to the user's own as the rule for logins permits. */
function loginFrom({ username, email }: VerifiedIdentity): string {
  const name = (username ?? email).split('@')[0]!.normalize('NFKC')
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._+-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, longestLogin)
  return isLogin(plain) ? plain : 'person'
}
