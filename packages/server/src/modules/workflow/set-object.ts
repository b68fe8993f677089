import type { BodyOf, objectSet } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { recordChange } from '../audit/index.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type CompiledClass, firstState } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import { objectNotFound, runChange } from './engine.ts'
import { insertObject, objectOf, updateObject } from './object-store.ts'

type Body = BodyOf<typeof objectSet>

/** Objects per account, of all administrators' classes together. */
const maxObjects = 50_000

/**
 * Adds or changes an object of an administrators' class in one transaction with the events of the action.
 * Returns its id.
 */
export async function setObject(deps: EngineDeps, viewer: Viewer, body: Body): Promise<string | Refusal> {
  const now = deps.clock.now()
  const id = body.id ?? newId(now.getTime())
  const isNew = body.id === null
  return runChange(deps, viewer, {
    classCode: body.class ?? 'object',
    id,
    action: isNew ? 'create' : 'update',
    work: (tx) => {
      const setting: Setting = { deps, tx, viewer, id, now }
      return isNew ? addObject(setting, body) : changeObject(setting, body)
    },
  })
}

interface Setting {
  deps: EngineDeps
  tx: Tx
  viewer: Viewer
  id: string
  now: Date
}

async function addObject(setting: Setting, body: Body): Promise<string | Refusal> {
  const { deps, tx, viewer, id, now } = setting
  if (body.class === undefined) return refuse('value.required', { field: 'class' })
  const of = deps.current().classes.get(body.class)
  if (!of) return refuse('class.not_found', { field: 'class' })
  const { code } = of.row
  if (!viewer.rights.may(code, 'c')) return refuse('access.cannot_create', { class: code })
  if (of.row.is_abstract) return refuse('class.abstract', { class: code, field: 'class' })
  if (of.row.is_system) return refuse('class.created_elsewhere', { class: code, field: 'class' })
  const label = body.label?.trim()
  if (!label) return refuse('value.required', { field: 'label' })
  const type = typeOf(of, body.typecode)
  if (isRefusal(type)) return type
  const state = firstState(of)
  if (!state) return refuse('class.no_states', { class: code, field: 'class' })
  const full = await refuseBeyond(tx, {
    table: 'objects',
    owner: { column: 'account_id', value: viewer.accountId },
    most: maxObjects,
    code: 'limit.objects',
  })
  if (full) return full
  await insertObject(tx, {
    id,
    class_code: code,
    type_id: type,
    state_id: state.id,
    account_id: viewer.accountId,
    owner_id: viewer.userId,
    label,
    description: body.description?.trim() || null,
    tags: body.tags ?? [],
    created_at: now,
    updated_at: now,
  })
  await recordChange(tx, viewer, {
    accountId: viewer.accountId,
    classCode: code,
    objectId: id,
    label,
    action: 'create',
    after: { label, state: state.code },
  })
  return id
}

function typeOf(of: CompiledClass, code: string | undefined): string | Refusal {
  const type = code === undefined ? [...of.types.values()][0] : of.types.get(code)
  if (type) return type.id
  return code === undefined
    ? refuse('class.no_types', { class: of.row.code, field: 'class' })
    : refuse('value.not_listed', { values: [...of.types.keys()].join(', '), field: 'typecode' })
}

async function changeObject(setting: Setting, body: Body): Promise<string | Refusal> {
  const { deps, tx, viewer, id, now } = setting
  const row = await objectOf(tx, viewer, { id, isLocked: true })
  const name = row && { classCode: row.class_code, id, isOwn: row.owner_id === viewer.userId }
  if (!row || !name || !viewer.rights.mayObject(name, 's')) return objectNotFound
  if (!viewer.rights.mayObject(name, 'u')) return refuse('access.cannot_change', { class: row.class_code })
  const of = deps.current().classes.get(row.class_code)!
  if (of.states.get(row.state)?.state_type === 'deleted') return objectNotFound
  if (isStale(row, body.version_no)) return editedByOther
  const label = body.label?.trim()
  if (label === '') return refuse('value.required', { field: 'label' })
  const type = body.typecode === undefined ? undefined : typeOf(of, body.typecode)
  if (isRefusal(type)) return type
  const description = body.description === undefined ? row.description : body.description?.trim() || null
  const after = { label: label ?? row.label, description, tags: body.tags ?? row.tags }
  const typeChange = type === undefined ? {} : { type_id: type }
  await updateObject(tx, id, { ...after, ...typeChange, updated_at: now })
  const before = { label: row.label, description: row.description, tags: row.tags, type: row.type }
  await recordChange(tx, viewer, {
    accountId: row.account_id,
    classCode: row.class_code,
    objectId: id,
    label: after.label,
    action: 'update',
    before,
    after: { ...after, type: body.typecode ?? row.type },
  })
  return id
}
