import type { AnswerOf, BodyOf, emailConfirm } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
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
import type { SignUpDeps } from './deps.ts'
import {
  confirmationOf,
  lockPerson,
  personByEmail,
  personByIdentifier,
  removeRecoveries,
  replaceConfirmation,
  setConfirmedEmail,
  signInStateOf,
  takeConfirmation,
} from './store.ts'

const codeMs = 24 * 3_600_000

/**
 * Sends a code to an address and invalidates an older code of the user. If the address belongs to another
 * user (`email-in-use`), the answer is the same, but the owner of the address gets a mail without a code.
 */
export async function sendConfirmation(
  deps: Pick<SignUpDeps, 'clock' | 'mail'>,
  tx: Tx,
  {
    person,
    kind,
  }: {
    person: { id: string; email: string; locale: string }
    kind: 'confirm-email' | 'confirm-new-email' | 'email-in-use'
  },
): Promise<void> {
  const now = deps.clock.now()
  const code = newSecret()
  const secret = { hash: hashOf(code), until: new Date(now.getTime() + codeMs) }
  const old = await replaceConfirmation(tx, {
    code_hash: secret.hash,
    user_id: person.id,
    email: person.email,
    created_at: now,
    expires_at: secret.until,
  })
  for (const hash of old) await deps.mail.forget(tx, hash)
  const { email: to, locale } = person
  const link = kind === 'email-in-use' ? {} : { path: `/confirm/email/${code}`, secret }
  await deps.mail.write(tx, { to, locale, kind, ...link })
}

type Answer = AnswerOf<typeof emailConfirm>

/**
 * Confirms an address with the code from the mail, once. After a sign-up the account gets the password that
 * is sent here: anyone can sign up with the address of another person, but only that person has the code, so
 * a password chosen before does not count.
 */
export async function confirmEmail(
  deps: SignUpDeps,
  { code, password }: BodyOf<typeof emailConfirm>,
  { address, correlation }: Pick<WebRequest, 'address' | 'correlation'>,
): Promise<Answer | Refusal> {
  const now = deps.clock.now()
  const hash = hashOf(code.trim())
  const waiting = await confirmationOf(deps.db, hash, now)
  const passwordHash = waiting?.awaits_confirmation
    ? await chosenPassword(waiting, password, addressBlock(address))
    : null
  if (passwordHash !== null && typeof passwordHash !== 'string') return passwordHash
  return inTransaction(deps.db, async (tx) => {
    const found = await takeConfirmation(tx, hash, now)
    const person = found && (await lockPerson(tx, found.user_id))
    if (!found || !person || person.state === 'deleted') return declined(refuse('email_link.invalid'))
    await deps.mail.forget(tx, hash)
    const holder = await personByEmail(tx, found.email)
    if (holder && holder.id !== person.id) return declined(refuse('user.email_taken'))
    await confirmAddress(tx, { id: person.id, email: found.email, now }, correlation)
    // links that were sent to the old address become invalid
    for (const answer of await removeRecoveries(tx, person.id)) await deps.mail.forget(tx, answer)
    if (person.awaits_confirmation) {
      // cannot happen: the state was read a moment ago, and no user begins to wait for a confirmation later
      if (passwordHash === null) throw new Error('a sign-up was confirmed without a password')
      await setPassword(deps, tx, { userId: person.id, passwordHash })
    }
    if (person.email && person.email.toLowerCase() !== found.email.toLowerCase())
      await deps.mail.write(tx, { to: person.email, locale: person.locale, kind: 'email-changed' })
    return { result: true, message: 'Your email successfully confirmed.' }
  })
}

/** Returns the hash of the password for a new account, or a refusal; the code then stays valid. */
async function chosenPassword(
  owner: { username: string; email: string },
  password: string | undefined,
  caller: string,
): Promise<string | Answer | Refusal> {
  if (!password) return declined(refuse('sign_up.password_required', { field: 'password' }))
  const weak = passwordProblem(password, owner)
  if (weak) return declined(weak)
  return hashPasswordFor(caller, password)
}

/** Sends the code of a sign-up again. A user with nothing to confirm gets no mail, and the answer is the same. */
export const requestConfirmation = (deps: SignUpDeps, identifier: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const person = await personByIdentifier(tx, identifier.trim())
    if (!person?.email || !person.awaits_confirmation || !maySignIn(person.state)) return
    await sendConfirmation(deps, tx, { person: { ...person, email: person.email }, kind: 'confirm-email' })
  })

/**
 * Stores a confirmed address of a user. A user who signed up is recorded in the audit trail only now:
 * otherwise anyone could fill the trail with users that do not exist.
 */
export async function confirmAddress(
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
  correlation: string,
): Promise<void> {
  const before = await signInStateOf(tx, id)
  await setConfirmedEmail(tx, id, { email, now })
  const { username, interface_code } = before
  const ref = userAuditRef(before)
  const actor = { userId: id, username, correlation }
  await recordChange(
    tx,
    actor,
    before.awaits_confirmation
      ? { ...ref, action: 'sign up', after: { username, email, interface_code } }
      : { ...ref, action: 'email', before: { email: before.email }, after: { email } },
  )
}

/** Returns a refusal as a result, as the public forms of links in emails expect it. */
export const declined = ({ message, code, field, params }: Refusal): Answer => ({
  result: false,
  message,
  code,
  ...givenFields({ field, params }),
})
