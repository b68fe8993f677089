import type { BodyOf, groupSet } from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { groupAuditRef, groupNotFound, type PeopleDeps, userNotFound } from './deps.ts'
import {
  addMember,
  deleteGroup,
  insertGroup,
  isCodeTaken,
  lockGroup,
  lockUser,
  removeMember,
} from './store.ts'
import { setAdministrator } from './set-user.ts'

type Body = BodyOf<typeof groupSet>

/** Groups of the installation, including system groups. */
const maxGroups = 1_000
const codeForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u

/** Creates a group (id null) or changes one; returns its id. */
export function setGroup(deps: PeopleDeps, viewer: Viewer, body: Body): Promise<string | Refusal> {
  const code = body.code?.trim()
  if (code !== undefined && !codeForm.test(code))
    return Promise.resolve(refuse('value.code_invalid', { field: 'code' }))
  const name = body.name?.trim()
  if (name === '') return Promise.resolve(refuse('value.required', { field: 'name' }))
  const change = givenFields({ code, name, description: emptyIsNull(body.description) })
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (code !== undefined && (await isCodeTaken(tx, code, body.id)))
      return refuse('value.code_taken', { field: 'code' })
    if (body.id === null) {
      if (code === undefined) return refuse('value.required', { field: 'code' })
      const quotaRefusal = await refuseBeyond(tx, { table: 'groups', most: maxGroups, code: 'limit.groups' })
      if (quotaRefusal) return quotaRefusal
      const id = newId(now.getTime())
      const group = { description: null, ...change, id, code, name: name ?? code }
      await insertGroup(tx, { ...group, created_at: now, updated_at: now })
      await recordChange(tx, viewer, { ...groupAuditRef({ id, code }), action: 'create', after: change })
      await deps.bus.publish(tx, [toAdministrators({ kind: 'user.changed' })])
      return id
    }
    const group = await lockGroup(tx, body.id)
    if (!group) return groupNotFound
    if (isStale(group, body.version_no)) return editedByOther
    if (group.system_kind && code !== undefined && code !== group.code)
      return refuse('object.built_in', { field: 'code' })
    const before = await readFields(tx, { table: 'groups', id: body.id }, Object.keys(change))
    await updateVersioned(tx, { table: 'groups', id: body.id }, { change, now })
    await recordChange(tx, viewer, { ...groupAuditRef(group), action: 'update', before, after: change })
    await deps.bus.publish(tx, [toAdministrators({ kind: 'user.changed' })])
    return body.id
  })
}

/** Deletes a group and the rights that it granted. */
export function removeGroup(deps: PeopleDeps, viewer: Viewer, id: string): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const group = await lockGroup(tx, id)
    if (!group) return groupNotFound
    if (group.system_kind) return refuse('object.built_in', { field: 'id' })
    await recordChange(tx, viewer, { ...groupAuditRef(group), kind: 'right', action: 'delete' })
    await deleteGroup(tx, id)
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: null, rights: true }])
    return null
  })
}

/** Adds a user to a group or removes them; repeating it has no effect. */
export async function setMember(
  deps: PeopleDeps,
  viewer: Viewer,
  of: { group: string; user: string; isMember: boolean },
): Promise<null | Refusal> {
  const kind = await inTransaction(deps.db, async (tx) => {
    const group = await lockGroup(tx, of.group)
    if (!group) return groupNotFound
    const user = await lockUser(tx, of.user)
    if (!user || user.state === 'deleted') return userNotFound
    if (group.system_kind) return group.system_kind
    if (of.isMember) await addMember(tx, of.group, of.user)
    else await removeMember(tx, of.group, of.user)
    await recordChange(tx, viewer, {
      ...groupAuditRef(group),
      kind: 'right',
      action: of.isMember ? 'member add' : 'member delete',
      after: { member: user.username },
    })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: of.user, rights: true }])
    return null
  })
  if (kind === null || isRefusal(kind)) return kind
  if (kind !== 'administrators') return refuse('group.members_follow_role', { field: 'id' })
  const done = await setAdministrator(deps, viewer, { id: of.user, isAdmin: of.isMember })
  return isRefusal(done) ? done : null
}
