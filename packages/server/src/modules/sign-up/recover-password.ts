import { timingSafeEqual } from 'node:crypto'
import type { AnswerOf, BodyOf, passwordReset } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  hashOf,
  hashPasswordFor,
  maySignIn,
  newSecret,
  passwordProblem,
  setPassword,
  personAuditRef,
} from '../identity/index.ts'
import { confirmAddress } from './confirm-address.ts'
import type { SignUpDeps } from './deps.ts'
import {
  countRecoveries,
  countRecoveryTry,
  insertRecovery,
  lockRecovery,
  personByIdentifier,
  removeRecoveries,
} from './store.ts'

const linkMs = 30 * 60_000
/** Links of a user that are good at a time: as many as mails of them are sent. Further ones would not be mailed. */
const mostLinks = 5
/** Wrong answers to one ticket. There is nothing to guess in 256 bits; more than a few are an attack. */
const mostTries = 5

/**
 * Answers a ticket, for unknown people too. The answer that belongs to it goes by mail alone: the link needs both.
 */
export async function recoverPassword(deps: SignUpDeps, identifier: string): Promise<{ ticket: string }> {
  const ticket = newSecret()
  const answer = newSecret()
  const now = deps.clock.now()
  const until = new Date(now.getTime() + linkMs)
  await inTransaction(deps.db, async (tx) => {
    const person = await personByIdentifier(tx, identifier.trim())
    // who can do nothing with a new password gets no mail
    if (!person?.email || !maySignIn(person.state)) return
    if ((await countRecoveries(tx, person.id, now)) >= mostLinks) return
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
    await deps.post.write(tx, { to, locale, kind: 'recover-password', path, secret })
  })
  return { ticket }
}

type Answer = AnswerOf<typeof passwordReset>

const wrong: Answer = {
  result: false,
  reason: 'wrong',
  message: 'This link is not valid or its time is over. Ask for a new one.',
}

/** Sets a new password with both halves of the link. A password that is not taken leaves the link good. */
export async function resetPassword(
  deps: SignUpDeps,
  body: BodyOf<typeof passwordReset>,
  { address, correlation }: Pick<WebRequest, 'address' | 'correlation'>,
): Promise<Answer | Refusal> {
  // before the transaction: no connection waits for its turn
  const passwordHash = await hashPasswordFor(addressBlock(address), body.password)
  if (isRefusal(passwordHash)) return passwordHash
  const now = deps.clock.now()
  const ticketHash = hashOf(body.ticket)
  return inTransaction(deps.db, async (tx) => {
    const recovery = await lockRecovery(tx, ticketHash, now)
    if (!recovery || recovery.tries >= mostTries || !maySignIn(recovery.state)) return wrong
    if (!timingSafeEqual(recovery.answer_hash, hashOf(body.securityanswer))) {
      await countRecoveryTry(tx, ticketHash)
      return wrong
    }
    const { id, username, email, locale } = recovery
    const weak = passwordProblem(body.password, { username, email })
    if (weak) return { result: false, reason: 'password', message: weak.message }
    for (const hash of await removeRecoveries(tx, id)) await deps.post.forget(tx, hash)
    await setPassword(deps, tx, id, passwordHash)
    await recordChange(
      tx,
      { userId: id, username, correlation },
      { ...personAuditRef({ id, username, accountId: recovery.account_id }), action: 'password' },
    )
    if (email) {
      // who has read this mail has the mailbox
      await confirmAddress(tx, { id, email, now }, correlation)
      const path = '/user/password/recovery'
      await deps.post.write(tx, { to: email, locale, kind: 'password-changed', path })
    }
    return { result: true, message: 'Password successfully changed.' }
  })
}
