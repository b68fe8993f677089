import type { BodyOf, userSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { isEmail, proveOwnPassword, selfAuditRef } from '../identity/index.ts'
import { sendConfirmation } from '../sign-up/index.ts'
import { type ProfileDeps, shownProfile, type ShownProfile } from './profile.ts'
import { findProfile, type PersonFacts, personByEmail, removePending, updatePerson } from './store.ts'

type Body = BodyOf<typeof userSet>

/**
 * Changes the user's own name, language and email address. A new address is used once it is confirmed; until
 * then the old one.
 */
export async function changeProfile(
  deps: ProfileDeps,
  viewer: Viewer,
  body: Body,
): Promise<ShownProfile | Refusal> {
  const now = deps.clock.now()
  const person = await findProfile(deps.db, viewer.userId, now)
  if (!person) return refuse('session.ended')
  if (body.id && body.id !== person.id) return refuse('profile.own_only', { field: 'id' })
  if (body.firstname?.trim() === '') return refuse('value.required', { field: 'firstname' })
  const email = await readEmail(deps, { person, session: viewer.session }, body)
  if (isRefusal(email)) return email
  await inTransaction(deps.db, async (tx) => {
    const change = givenFields({
      first_name: body.firstname?.trim(),
      last_name: emptyIsNull(body.lastname),
      locale: body.locale,
      notice_mails: body.noticemails,
    })
    const before = await readFields(tx, { table: 'users', id: person.id }, Object.keys(change))
    await updatePerson(tx, person.id, { ...change, updated_at: now })
    await recordChange(tx, viewer, {
      ...selfAuditRef(viewer),
      action: 'profile',
      before: { ...before, ...(email === null ? {} : { email: person.email }) },
      after: { ...change, ...(email === null ? {} : { email }) },
    })
    if (email !== null)
      await changeEmail(deps, tx, { person: { ...person, locale: body.locale ?? person.locale }, email })
  })
  return shownProfile((await findProfile(deps.db, person.id, now))!) // existed a moment ago
}

/**
 * Returns a requested new email address; null if it stays the same. It requires the password, because
 * password resets are sent to that address.
 */
async function readEmail(
  deps: ProfileDeps,
  { person, session }: { person: PersonFacts; session: string },
  body: Body,
): Promise<string | null | Refusal> {
  const email = body.email?.trim()
  if (email === undefined || (email === person.email && !person.pending)) return null
  if (!isEmail(email)) return refuse('user.email_invalid', { field: 'email' })
  if (email === person.email) return email
  if (body.password === undefined) return refuse('value.required', { field: 'password' })
  const { password } = body
  return (await proveOwnPassword(deps, person, { password, session, field: 'password' })) ?? email
}

async function changeEmail(
  deps: ProfileDeps,
  tx: Tx,
  { person, email }: { person: PersonFacts; email: string },
): Promise<void> {
  for (const code of await removePending(tx, person.id)) await deps.mail.forget(tx, code)
  if (email === person.email) return
  const holder = await personByEmail(tx, email)
  const isTaken = holder !== undefined && holder.id !== person.id
  await sendConfirmation(deps, tx, {
    person: { id: person.id, email, locale: isTaken ? holder.locale : person.locale },
    kind: isTaken ? 'email-in-use' : 'confirm-new-email',
  })
}
