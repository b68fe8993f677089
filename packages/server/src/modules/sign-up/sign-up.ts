import type { AnswerOf, BodyOf, signUp as row } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { hashPasswordFor, isEmail, isLogin, passwordProblem } from '../identity/index.ts'
import { sendConfirmation } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import { fullRefusal, insertNewcomer, type Newcomer } from './newcomer.ts'
import { isLoginTaken, personByEmail, releaseEmail, removeUnconfirmed } from './store.ts'

type Answer = AnswerOf<typeof row>

/**
 * Signs up a user in state `open`, who may sign in once the e-mail is confirmed. For a taken login or e-mail
 * the answer is the same, with an unused id; the mail says what happened (A6).
 */
export async function signUp(
  deps: SignUpDeps,
  body: BodyOf<typeof row>,
  address: string,
): Promise<Answer | Refusal> {
  if (deps.signUp === 'off') return refuse('sign_up.off')
  const username = body.username.trim()
  const email = body.email.trim()
  if (username === '') return refuse('value.required', { field: 'username' })
  if (!isLogin(username)) return refuse('user.login_invalid', { field: 'username' })
  if (!isEmail(email)) return refuse('user.email_invalid', { field: 'email' })
  const weak = passwordProblem(body.password, { username, email })
  if (weak) return weak
  const passwordHash = await hashPasswordFor(addressBlock(address), body.password)
  if (isRefusal(passwordHash)) return passwordHash
  const id = newId(deps.clock.now().getTime())
  const locale = body.locale ?? 'en'
  const standing = { state: 'open', awaits_confirmation: true } as const
  const newcomer = { id, username, email, locale, password_hash: passwordHash, ...standing }
  const refusal = await inTransaction(
    deps.db,
    async (tx) => (await fullRefusal(deps, tx)) ?? enter(deps, tx, newcomer),
  )
  return refusal ?? { id }
}

async function enter(
  deps: SignUpDeps,
  tx: Tx,
  newcomer: Newcomer & { email: string; locale: string },
): Promise<null> {
  const { email, username, locale } = newcomer
  const holder = await personByEmail(tx, email)
  if (holder?.state === 'deleted') await releaseEmail(tx, holder.id)
  // An unconfirmed sign-up has no claim to the address: the latest one replaces it. So no one can attach a
  // password of their own to the address of another person.
  else if (holder?.awaits_confirmation && holder.state === 'open')
    await removeUnconfirmed(tx, { id: holder.id })
  else if (holder) {
    const { locale } = holder
    const path = '/user/password/recovery'
    await deps.mail.write(tx, { to: email, locale, kind: 'already-signed-up', path })
    return null
  }
  if ((await isLoginTaken(tx, username)) || !(await insertNewcomer(deps, tx, newcomer)))
    await deps.mail.write(tx, { to: email, locale, kind: 'login-taken', path: '/signup' })
  else await sendConfirmation(deps, tx, { person: newcomer, kind: 'confirm-email' })
  return null
}
