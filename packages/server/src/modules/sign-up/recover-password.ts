import { timingSafeEqual } from 'node:crypto'
import type { AnswerOf, BodyOf, passwordReset } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  hashOf,
  hashPasswordFor,
  maySignIn,
  newSecret,
  passwordProblem,
  setPassword,
  userAuditRef,
} from '../identity/index.ts'
import { confirmAddress, declined } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import {
  countRecoveries,
  countRecoveryAttempt,
  insertRecovery,
  lockRecovery,
  personByIdentifier,
  removeRecoveries,
} from './store.ts'

const linkMs = 30 * 60_000
/** Valid links per user: the number of mails that may be sent. Further ones would not be mailed. */
const maxLinks = 5
/** Wrong answers to one ticket. 256 bits cannot be guessed; more than a few attempts are an attack. */
const maxAttempts = 5

/** Returns a ticket, also for unknown users. The second half is sent by mail only: the link needs both. */
export async function recoverPassword(deps: SignUpDeps, identifier: string): Promise<{ ticket: string }> {
  const ticket = newSecret()
  const answer = newSecret()
  const now = deps.clock.now()
  const until = new Date(now.getTime() + linkMs)
  await inTransaction(deps.db, async (tx) => {
    const person = await personByIdentifier(tx, identifier.trim())
    // a user who may not sign in gets no mail
    if (!person?.email || !maySignIn(person.state)) return
    if ((await countRecoveries(tx, person.id, now)) >= maxLinks) return
    const secret = { hash: hashOf(answer), until }
    await insertRecovery(tx, {
      ticket_hash: hashOf(ticket),
      answer_hash: secret.hash,
      user_id: person.id,
      created_at: now,
      expires_at: until,
    })
    const path = `/user/password/recovery/${ticket}/${answer}`
    const { email: to, locale } = person
    await deps.mail.write(tx, { to, locale, kind: 'recover-password', path, secret })
  })
  return { ticket }
}

type Answer = AnswerOf<typeof passwordReset>

/** Sets a new password with both halves of the link. If the password is refused, the link stays valid. */
export async function resetPassword(
  deps: SignUpDeps,
  body: BodyOf<typeof passwordReset>,
  { address, correlation }: Pick<WebRequest, 'address' | 'correlation'>,
): Promise<Answer | Refusal> {
  // before the transaction, so that no connection waits in the queue of hashes
  const passwordHash = await hashPasswordFor(addressBlock(address), body.password)
  if (isRefusal(passwordHash)) return passwordHash
  const now = deps.clock.now()
  const ticketHash = hashOf(body.ticket)
  return inTransaction(deps.db, async (tx) => {
    const recovery = await lockRecovery(tx, ticketHash, now)
    if (!recovery || recovery.tries >= maxAttempts || !maySignIn(recovery.state))
      return declined(refuse('email_link.invalid'))
    if (!timingSafeEqual(recovery.answer_hash, hashOf(body.securityanswer))) {
      await countRecoveryAttempt(tx, ticketHash)
      return declined(refuse('email_link.invalid'))
    }
    const { id, username, email, locale } = recovery
    const weak = passwordProblem(body.password, { username, email })
    if (weak) return declined(weak)
    for (const hash of await removeRecoveries(tx, id)) await deps.mail.forget(tx, hash)
    await setPassword(deps, tx, { userId: id, passwordHash })
    await recordChange(
      tx,
      { userId: id, username, correlation },
      { ...userAuditRef(recovery), action: 'password' },
    )
    if (email) {
      // only the recipient of the mail has the link
      await confirmAddress(tx, { id, email, now }, correlation)
      const path = '/user/password/recovery'
      await deps.mail.write(tx, { to: email, locale, kind: 'password-changed', path })
    }
    return { result: true, message: 'Password successfully changed.' }
  })
}
