import type { adminUserInterfaceSet, adminUserSet, BodyOf } from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { isClientOf } from '../clients/index.ts'
import {
  endPendingLinks,
  hashPasswordFor,
  isEmail,
  isLogin,
  passwordProblem,
  setPassword,
  userAuditRef,
} from '../identity/index.ts'
import { lastAdministrator, type PeopleDeps, userNotFound } from './deps.ts'
import {
  accountExists,
  hasOtherAdministrator,
  insertUser,
  type LockedUser,
  lockUser,
  takenName,
  type UserChange,
} from './store.ts'

type Body = BodyOf<typeof adminUserSet>

const clientNotFound = refuse('client.not_found', { field: 'client' })

const taken = (field: 'username' | 'email') =>
  refuse(field === 'email' ? 'user.email_taken' : 'user.login_taken', { field })

/** Creates a user (id null) or changes one; returns the id. */
export async function setUser(deps: PeopleDeps, viewer: Viewer, body: Body): Promise<string | Refusal> {
  const given = changeOf(body)
  if ('refusal' in given) return given
  const change = body.id === null ? withRole(null, given) : given
  if ('refusal' in change) return change
  // before the transaction: hashing takes a tenth of a second
  const passwordHash =
    body.password === undefined ? undefined : await hashPasswordFor(viewer.userId, body.password)
  if (isRefusal(passwordHash)) return passwordHash
  return body.id === null
    ? addUser(deps, viewer, { body, change, passwordHash })
    : changeUser(deps, viewer, { body: { ...body, id: body.id }, change, passwordHash })
}

function changeOf(body: Body): UserChange | Refusal {
  const username = body.username?.trim()
  if (username !== undefined && !isLogin(username)) return refuse('user.login_invalid', { field: 'username' })
  const email = emptyIsNull(body.email)
  if (email && !isEmail(email)) return refuse('user.email_invalid', { field: 'email' })
  const change = {
    username,
    email,
    first_name: emptyIsNull(body.firstname),
    last_name: emptyIsNull(body.lastname),
    phone: emptyIsNull(body.phone),
    description: emptyIsNull(body.description),
    is_admin: body.admin,
    is_guest: body.guest,
    interface_code: body.interfacecode,
    areas: body.areas && [...new Set(body.areas)],
    locale: body.localecode,
    client_id: body.client,
    must_change_password: body.passwordchange,
  }
  return givenFields(change)
}

async function addUser(
  deps: PeopleDeps,
  viewer: Viewer,
  { body, change, passwordHash }: { body: Body; change: UserChange; passwordHash: string | undefined },
): Promise<string | Refusal> {
  const { username, email = null } = change
  if (typeof username !== 'string') return refuse('value.required', { field: 'username' })
  if (passwordHash === undefined) return refuse('value.required', { field: 'password' })
  const weak = passwordProblem(body.password!, { username, email: email as string | null })
  if (weak) return weak
  const now = deps.clock.now()
  const id = newId(now.getTime())
  const accountId = body.accountid ?? viewer.accountId
  return inTransaction(deps.db, async (tx) => {
    if (!(await accountExists(tx, accountId))) return refuse('user.account_unknown', { field: 'accountid' })
    const refusal = await deps.quotas.refuse(tx, accountId, 'users')
    if (refusal) return refusal
    if (body.client != null && !(await isClientOf(tx, accountId, body.client))) return clientNotFound
    const other = await takenName(tx, { username, email: email as string | null }, null)
    if (other) return taken(other)
    await insertUser(tx, {
      ...(change as { username: string }), // validated against its schema and filtered above
      id,
      account_id: accountId,
      password_hash: passwordHash,
      // until the first sign-in
      state: 'open',
      created_at: now,
      updated_at: now,
    })
    const user = { id, username, account_id: accountId }
    await recordChange(tx, viewer, { ...userAuditRef(user), action: 'create', after: change })
    await deps.bus.publish(tx, [toAdministrators({ kind: 'user.changed', ids: [id] })])
    return id
  })
}

async function changeUser(
  deps: PeopleDeps,
  viewer: Viewer,
  {
    body,
    change,
    passwordHash,
  }: { body: Body & { id: string }; change: UserChange; passwordHash: string | undefined },
): Promise<string | Refusal> {
  if (body.accountid !== undefined) return refuse('value.cannot_change', { field: 'accountid' })
  return changing({ deps, viewer }, body.id, {
    version: body.version_no,
    make: async (tx, user) => {
      if (body.client != null && !(await isClientOf(tx, user.account_id, body.client))) return clientNotFound
      const names = { ...user, ...(change as Partial<Pick<LockedUser, 'username' | 'email'>>) }
      const other = await takenName(tx, names, user.id)
      if (other) return taken(other)
      if (passwordHash !== undefined) {
        const weak = passwordProblem(body.password!, names)
        if (weak) return weak
        await setPassword(deps, tx, { userId: user.id, passwordHash })
        await recordChange(tx, viewer, { ...userAuditRef(user), action: 'password' })
      }
      if (change.email === undefined || change.email === user.email) return change
      // a link sent to the old address must not give access to the user with the new one, which is not
      // confirmed
      await endPendingLinks(tx, user.id)
      return { ...change, email_confirmed_at: null }
    },
  })
}

/** Assigns a user another interface, and optionally limits them to areas. */
export const setInterface = (deps: PeopleDeps, viewer: Viewer, body: BodyOf<typeof adminUserInterfaceSet>) =>
  changing({ deps, viewer }, body.id, {
    version: body.version_no,
    make: async () => ({
      interface_code: body.code,
      ...(body.areas === undefined ? {} : { areas: body.areas }),
    }),
  })

/** Makes a user an administrator, or revokes it. */
export const setAdministrator = (
  deps: PeopleDeps,
  viewer: Viewer,
  { id, isAdmin }: { id: string; isAdmin: boolean },
) => changing({ deps, viewer }, id, { version: undefined, make: async () => ({ is_admin: isAdmin }) })

/** Changes the locked row unless it was edited since `version`; the last administrator cannot be removed. */
function changing(
  { deps, viewer }: { deps: PeopleDeps; viewer: Viewer },
  id: string,
  {
    version,
    make,
  }: { version: number | undefined; make: (tx: Tx, user: LockedUser) => Promise<UserChange | Refusal> },
): Promise<string | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || user.state === 'deleted') return userNotFound
    if (isStale(user, version)) return editedByOther
    const made = await make(tx, user)
    if ('refusal' in made) return made
    const change = withRole(user, made)
    if ('refusal' in change) return change
    if (user.is_admin && change.is_admin === false && !(await hasOtherAdministrator(tx, id)))
      return lastAdministrator
    const before = await readFields(tx, { table: 'users', id }, Object.keys(change))
    await updateVersioned(tx, { table: 'users', id }, { change, now: deps.clock.now() })
    const kind = change.is_admin === undefined ? 'change' : 'right'
    await recordChange(tx, viewer, { ...userAuditRef(user), kind, action: 'update', before, after: change })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: id, ...roleOf(user, change) }])
    return id
  })
}

const forAdministrators = (code: unknown): boolean => code === 'administrator' || code === 'all'

/**
 * Completes a change of a role: the interface `administrator` and the administrator flag are set and removed
 * together; an administrator may also have the interface `all`. Refuses a contradictory change.
 */
function withRole(
  before: Pick<LockedUser, 'is_admin' | 'interface_code'> | null,
  change: UserChange,
): UserChange | Refusal {
  const { is_admin: isAdmin, interface_code: code } = change
  if (isAdmin === false && code === 'administrator') return refuse('user.role_mismatch', { field: 'admin' })
  if (isAdmin === true && code !== undefined && !forAdministrators(code))
    return refuse('user.role_mismatch', { field: 'interfacecode' })
  if (isAdmin === true && code === undefined && !forAdministrators(before?.interface_code))
    return { ...change, interface_code: 'administrator' }
  if (isAdmin === false && before?.interface_code === 'administrator' && code === undefined)
    return { ...change, interface_code: 'user' }
  if (isAdmin !== undefined || code === undefined) return change
  if (code === 'administrator') return before?.is_admin ? change : { ...change, is_admin: true }
  const isLeft = before?.is_admin && code !== before.interface_code && code !== 'all'
  return isLeft ? { ...change, is_admin: false } : change
}

/** Fields that determine which rows the user sees. */
const roleOf = (user: LockedUser, change: UserChange): { role?: true } =>
  (change.is_admin ?? user.is_admin) !== user.is_admin ||
  (change.interface_code ?? user.interface_code) !== user.interface_code ||
  (change.client_id !== undefined && change.client_id !== user.client_id)
    ? { role: true }
    : {}
