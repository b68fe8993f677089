import { timingSafeEqual } from 'node:crypto'
import { type BodyOf, currencyDigits, type setupAdministrator } from '@stationmaster/contract'
import type { WebRequest } from '../../shared/handlers.ts'
import { addressBlock } from '../../shared/address-block.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import { StartProblem } from '../../shared/start-problem.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { type Actor, recordChange } from '../audit/index.ts'
import { consoleClientId, type IdentityDeps, userAuditRef } from './deps.ts'
import { prepareLocalAdministrator } from './local-administrator.ts'
import { isEmail, isLogin } from './names.ts'
import { hashPassword, hashPasswordFor, passwordProblem } from './password.ts'
import { foldTypedCode, hashOf, newTypedCode } from './secrets.ts'
import {
  dropSetupCode,
  firstAccount,
  hasAdministrator,
  insertAdministrator,
  isNameTaken,
  storeSetupCode,
  lockSetupCode,
  type NewAdministrator,
  setFirstAccount,
} from './setup-store.ts'
import { type Caller, openSession, type TokenAnswer } from './tokens.ts'

export interface FirstRun {
  /** The account of new stations and users. */
  account: { id: string; code: string }
  /** Code that creates the first administrator, once; null if there is one. */
  setupCode: string | null
  /** True if this start created the administrator `admin` from the configured password. */
  isAdministratorCreated: boolean
}

/** Ensures that an account exists, and an administrator or a new code to create one. */
export async function prepareFirstRun(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  { adminPassword, isSignInOff }: { adminPassword: string | undefined; isSignInOff: boolean },
): Promise<FirstRun> {
  const now = deps.clock.now()
  const account = await firstAccount(deps.db, now)
  await prepareLocalAdministrator(deps, account.id, isSignInOff)
  if (await hasAdministrator(deps.db)) return { account, setupCode: null, isAdministratorCreated: false }
  if (adminPassword) {
    const user = { id: newId(now.getTime()), username: 'admin', email: null }
    const problem = passwordProblem(adminPassword, user)
    if (problem) throw new StartProblem(`ADMIN_PASSWORD: ${problem.message}`)
    const person = { ...user, passwordHash: await hashPassword(adminPassword) }
    await inTransaction(deps.db, async (tx) => {
      await insertFirstAdministrator(tx, { system: 'ADMIN_PASSWORD' }, { accountId: account.id, person, now })
      await dropSetupCode(tx)
    })
    return { account, setupCode: null, isAdministratorCreated: true }
  }
  // the setup screen is part of sign-in
  if (isSignInOff) return { account, setupCode: null, isAdministratorCreated: false }
  // only the hash is stored: each start without an administrator creates a new code, which replaces the old
  // one
  const code = newTypedCode()
  await storeSetupCode(deps.db, hashOf(foldTypedCode(code)).toString('hex'))
  return { account, setupCode: code, isAdministratorCreated: false }
}

export const isSetupNeeded = async (deps: IdentityDeps): Promise<boolean> =>
  !(await hasAdministrator(deps.db))

/** Creates the first administrator with the code from the server's console and signs them in. */
export async function createAdministrator(
  deps: IdentityDeps,
  body: BodyOf<typeof setupAdministrator>,
  caller: Caller & Pick<WebRequest, 'correlation'>,
): Promise<TokenAnswer | Refusal> {
  if (!isEmail(body.email.trim())) return refuse('user.email_invalid', { field: 'email' })
  if (!isLogin(body.username.trim())) return refuse('user.login_invalid', { field: 'username' })
  const currency = body.currency?.toUpperCase()
  if (currency !== undefined && currencyDigits(currency) === null)
    return refuse('currency.code_invalid', { field: 'currency' })
  const weak = passwordProblem(body.password, { username: body.username.trim(), email: body.email.trim() })
  if (weak) return weak
  const passwordHash = await hashPasswordFor(addressBlock(caller.address), body.password)
  if (isRefusal(passwordHash)) return passwordHash
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const storedHash = await lockSetupCode(tx)
    if (storedHash === null) return refuse('setup.done')
    if (!isSameCode(storedHash, body.code)) return refuse('setup.code_wrong', { field: 'code' })
    const person = { id: newId(now.getTime()), username: body.username.trim(), email: body.email.trim() }
    const taken = await isNameTaken(tx, person.username, person.email)
    if (taken) return refuse(taken === 'email' ? 'user.email_taken' : 'user.login_taken', { field: taken })
    await dropSetupCode(tx)
    const account = await firstAccount(tx, now)
    const actor = { system: 'setup', correlation: caller.correlation }
    const change = givenFields({ name: body.organisation?.trim() || undefined, currency })
    if (Object.keys(change).length > 0) {
      await setFirstAccount(tx, account.id, change)
      const auditRef = {
        accountId: account.id,
        classCode: 'account',
        objectId: account.id,
        label: account.code,
      }
      await recordChange(tx, actor, { ...auditRef, action: 'update', after: change })
    }
    await insertFirstAdministrator(tx, actor, {
      accountId: account.id,
      person: { ...person, passwordHash },
      now,
    })
    return openSession(deps, tx, { userId: person.id, isDriver: false, clientId: consoleClientId, caller })
  })
}

/** Adds an administrator, with the entry in the audit trail. */
export async function insertFirstAdministrator(
  tx: Db,
  actor: Actor,
  { accountId, person, now }: { accountId: string; person: NewAdministrator; now: Date },
): Promise<void> {
  await insertAdministrator(tx, accountId, { person, now })
  const { username, email } = person
  await recordChange(tx, actor, {
    ...userAuditRef({ ...person, account_id: accountId }),
    action: 'create',
    after: { username, email, is_admin: true },
  })
}

const isSameCode = (storedHash: string, typed: string): boolean =>
  timingSafeEqual(Buffer.from(storedHash, 'hex'), hashOf(foldTypedCode(typed)))
