import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { maySignIn, type SignedPerson, userAuditRef } from '../identity/index.ts'
import { signInVerified } from '../sign-up/index.ts'
import type { OpenIdDeps } from './deps.ts'
import type { Claims } from './provider.ts'
import { insertLink, lockPerson, lockSubject, personBySubject, removeLink, touchLink } from './store.ts'
import { readLocale } from './visit.ts'

/**
 * Returns the user that a provider identifies: by issuer and subject, else by an e-mail that both sides have
 * confirmed, else a new user, if sign-up is enabled.
 */
export function openIdPerson(
  deps: OpenIdDeps,
  claims: Claims,
  provider: { name: string; locale: string },
): Promise<SignedPerson | Refusal> {
  const { issuer, subject } = claims
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    await lockSubject(tx, issuer, subject)
    const known = await personBySubject(tx, issuer, subject)
    if (known && known.state !== 'deleted') {
      if (!maySignIn(known.state)) return refuse('sign_in.user_locked')
      await touchLink(tx, { issuer, subject }, now)
      return known
    }
    // a deleted user may sign up again like anyone else
    if (known) await removeLink(tx, issuer, subject)
    if (claims.email === null || !claims.isEmailVerified) return refuse('openid.email_unverified')
    const { email, username, firstName, lastName } = claims
    const locale = readLocale(claims.locale ?? undefined) ?? provider.locale
    const identity = { email, username, firstName, lastName, locale }
    const person = await signInVerified(deps.signUp, tx, identity)
    if (isRefusal(person)) return person
    await insertLink(tx, { issuer, subject, user_id: person.id, created_at: now, last_used_at: now })
    await recordLink(deps, tx, { ...person, email, provider: provider.name })
    return person
  })
}

interface Linked extends SignedPerson {
  isNew?: true
  email: string
  provider: string
}

/** Records a new user, or a new way to sign in, of which the existing user is notified by mail. */
async function recordLink(
  deps: OpenIdDeps,
  tx: Tx,
  { id, interface_code, isNew, email, provider }: Linked,
): Promise<void> {
  // the user was read or added in this transaction
  const person = (await lockPerson(tx, id))!
  const { username, locale } = person
  const actor = { system: `sign-in with ${provider}` }
  const ref = userAuditRef(person)
  if (isNew) {
    const after = { username, email, interface_code, provider }
    return recordChange(tx, actor, { ...ref, action: 'sign up', after })
  }
  await deps.mail.write(tx, { to: email, locale, kind: 'sign-in-linked', path: '/user/password/recovery' })
  await recordChange(tx, actor, { ...ref, action: 'link', after: { provider } })
}
