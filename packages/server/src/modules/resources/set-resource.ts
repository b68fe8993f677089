import { type BodyOf, resourceLimits, type resourceDelete, type resourceSet } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { noResource, resourceAuditRef, type ResourceDeps } from './deps.ts'
import {
  branchOf,
  contentsOf,
  countResources,
  deleteResource,
  insertResource,
  isNameTaken,
  isUsed,
  lockTree,
  resourceAt,
  type ResourceRow,
} from './store.ts'

type Body = BodyOf<typeof resourceSet>

const usedByProduct = refuse('resource.used_by_product', { field: 'force' })
const tooDeep = refuse('value.too_deep', { limit: resourceLimits.depth, field: 'node' })

/** Creates a resource (id null), renames, describes or moves one; returns its id. */
export function setResource(deps: ResourceDeps, viewer: Viewer, body: Body): Promise<string | Refusal> {
  const name = body.name?.trim()
  if (name !== undefined && (name === '' || /[/\\\p{Cc}\p{Cf}]/u.test(name)))
    return Promise.resolve(refuse('value.name_invalid', { field: 'name' }))
  const description = emptyIsNull(body.description)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    await lockTree(tx)
    if (body.id === null) return addResource(tx, viewer, { body: { ...body, name, description }, now })
    const present = await resourceAt(tx, body.id)
    if (!present) return noResource
    if (isStale(present, body.version_no)) return editedByOther
    if (body.type !== undefined && body.type !== present.type)
      return refuse('value.cannot_change', { field: 'type' })
    const node = body.node === undefined ? present.node_id : body.node
    const placed = await place(tx, { node, name: name ?? present.name, present })
    if (isRefusal(placed)) return placed
    const branch = await branchOf(tx, present.id)
    // a change of upper and lower case is still the same path
    const isElsewhere = placed.path.toLowerCase() !== present.path.toLowerCase()
    if (isElsewhere && !body.force && isUsed(branch)) return usedByProduct
    const invalid = await checkMovedTexts(deps, tx, { branch, from: present.path, to: placed.path })
    if (invalid) return invalid
    const change = givenFields({ node_id: node, name, description })
    await updateVersioned(tx, { table: 'resources', id: present.id }, { change, now })
    const after = (await resourceAt(tx, present.id))!
    await recordChange(tx, viewer, {
      ...resourceAuditRef(after),
      action: 'update',
      before: fields(present),
      after: fields(after),
    })
    return present.id
  })
}

/** Checks a moved text against the rules of its new place. */
async function checkMovedTexts(
  { productTexts }: ResourceDeps,
  tx: Tx,
  { branch, from, to }: { branch: readonly { id: string; path: string }[]; from: string; to: string },
): Promise<Refusal | null> {
  for (const { id, path } of branch) {
    const place = to + path.slice(from.length)
    if (productTexts.builtIn(place).length === 0) continue
    for (const { locale, text } of await contentsOf(tx, id)) {
      if (text !== null && productTexts.check(place, text))
        return refuse('resource.moved_text_invalid', { locale, path: place, field: 'name' })
    }
  }
  return null
}

async function addResource(
  tx: Tx,
  viewer: Viewer,
  { body, now }: { body: Body; now: Date },
): Promise<string | Refusal> {
  const { name, type, node = null, description = null } = body
  if (name === undefined) return refuse('value.required', { field: 'name' })
  if (type === undefined) return refuse('value.required', { field: 'type' })
  if ((await countResources(tx)) >= resourceLimits.resources)
    return refuse('limit.resources', { limit: resourceLimits.resources })
  const placed = await place(tx, { node, name, present: null })
  if (isRefusal(placed)) return placed
  const id = newId(now.getTime())
  await insertResource(tx, { id, node_id: node, type, name, description, created_at: now, updated_at: now })
  const row = (await resourceAt(tx, id))!
  await recordChange(tx, viewer, { ...resourceAuditRef(row), action: 'create', after: fields(row) })
  return id
}

const depth = (path: string): number => path.split('/').length

const fields = ({ path, type, description }: ResourceRow) => ({ path, type, description })

/** Checks if a resource may have this place and name; returns its path. */
async function place(
  tx: Tx,
  at: { node: string | null; name: string; present: ResourceRow | null },
): Promise<{ path: string } | Refusal> {
  const { node, name, present } = at
  const folder = node === null ? null : await resourceAt(tx, node)
  if (folder === undefined) return refuse('resource.folder_not_found', { field: 'node' })
  if (folder && folder.type !== 'folder') return refuse('resource.not_a_folder', { field: 'node' })
  if (await isNameTaken(tx, { node, name, except: present?.id ?? null }))
    return refuse('value.name_taken', { field: 'name' })
  const path = folder ? `${folder.path}/${name}` : name
  const branch = present ? await branchOf(tx, present.id) : []
  if (branch.some(({ id }) => id === node)) return refuse('value.inside_itself', { field: 'node' })
  const below = present ? Math.max(...branch.map((one) => depth(one.path))) - depth(present.path) : 0
  return depth(path) + below > resourceLimits.depth ? tooDeep : { path }
}

/** Deletes a resource with everything in it; returns the number of deleted resources. */
export function removeResource(
  deps: ResourceDeps,
  viewer: Viewer,
  body: BodyOf<typeof resourceDelete>,
): Promise<{ resources: number } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    await lockTree(tx)
    const present = await resourceAt(tx, body.id)
    if (!present) return noResource
    if (isStale(present, body.version_no)) return editedByOther
    const branch = await branchOf(tx, present.id)
    if (!body.force && isUsed(branch)) return usedByProduct
    await deleteResource(tx, present.id)
    const before = { ...fields(present), resources: branch.length }
    await recordChange(tx, viewer, { ...resourceAuditRef(present), action: 'delete', before })
    return { resources: branch.length }
  })
}
