import { registryLimits } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { type Change, maxKeys, noKey, recordRegistryChange } from './change.ts'
import { depthOf, isWithin, lastNameOf, parentOf, readPath, pathSteps } from './setting-path.ts'
import {
  countWithin,
  deleteWithin,
  insertKey,
  keyAt,
  type KeyRow,
  moveWithin,
  pathsWithin,
  touchKey,
} from './store.ts'

/** Returns the key, created with its missing parents. */
export async function makeKey(tx: Tx, change: Change, path: string): Promise<KeyRow | Refusal> {
  const { owner, now } = change
  const target = readPath(path)
  if (isRefusal(target)) return target
  let key = (await keyAt(tx, owner, ''))!
  let isNew = false
  for (const step of pathSteps(target)) {
    const found = await keyAt(tx, owner, step)
    if (found) {
      key = found
      continue
    }
    const limit = maxKeys(owner)
    if (!isNew && (await countWithin(tx, owner, '')).keys + depthOf(target) > limit)
      return refuse('limit.registry_keys', { limit, field: 'path' })
    isNew = true
    const full = pathIn(key, lastNameOf(step))
    await insertKey(tx, owner, { path: full, now })
    await touchKey(tx, key.id, now)
    key = (await keyAt(tx, owner, full))!
  }
  const { id: objectId, path: label } = key
  if (isNew)
    await recordRegistryChange(tx, change, { objectId, label, action: 'create', after: { path: label } })
  return key
}

/** Returns a path below the stored path of its parent, so that paths have consistent upper and lower case. */
const pathIn = (parent: KeyRow, name: string): string =>
  parent.path === '' ? name : `${parent.path}/${name}`

/** Renames or moves a key with everything below it; returns the new path. */
export async function moveKey(
  tx: Tx,
  change: Change,
  ask: { path: string; to: string; version_no?: number },
): Promise<string | Refusal> {
  const to = readPath(ask.to, 'to')
  if (isRefusal(to)) return to
  const key = await keyAt(tx, change.owner, ask.path)
  if (!key) return noKey
  if (key.path === '' || to === '') return refuse('registry_key.root_fixed', { field: 'to' })
  if (isStale(key, ask.version_no)) return editedByOther
  const isSame = to.toLowerCase() === key.path.toLowerCase()
  if (!isSame && isWithin(to, key.path)) return refuse('value.inside_itself', { field: 'to' })
  if (!isSame && (await keyAt(tx, change.owner, to))) return refuse('value.name_taken', { field: 'to' })
  const below = await pathsWithin(tx, change.owner, key.path)
  const deepest = Math.max(...below.map(depthOf)) - depthOf(key.path) + depthOf(to)
  if (deepest > registryLimits.depth)
    return refuse('value.too_deep', { limit: registryLimits.depth, field: 'to' })
  const parent = await makeKey(tx, change, parentOf(to))
  if (isRefusal(parent)) return parent
  const full = pathIn(parent, lastNameOf(to))
  await moveWithin(tx, change.owner, { from: key.path, to: full, now: change.now })
  const way = { before: { path: key.path }, after: { path: full } }
  await recordRegistryChange(tx, change, { objectId: key.id, label: full, action: 'move', ...way })
  for (const path of new Set([parentOf(key.path), parent.path])) {
    const holder = await keyAt(tx, change.owner, path)
    if (holder) await touchKey(tx, holder.id, change.now)
  }
  return full
}

/** Deletes a key with everything below it; returns the number of deleted rows. */
export async function deleteKey(
  tx: Tx,
  change: Change,
  ask: { path: string; version_no?: number },
): Promise<{ keys: number; values: number } | Refusal> {
  const { owner, now } = change
  const key = await keyAt(tx, owner, ask.path)
  if (!key) return noKey
  if (key.path === '') return refuse('registry_key.root_fixed', { field: 'path' })
  if (isStale(key, ask.version_no)) return editedByOther
  const count = await countWithin(tx, owner, key.path)
  await deleteWithin(tx, owner, key.path)
  const { id: objectId, path: label } = key
  const before = { path: label, ...count }
  await recordRegistryChange(tx, change, { objectId, label, action: 'delete', before })
  const parent = await keyAt(tx, owner, parentOf(key.path))
  if (parent) await touchKey(tx, parent.id, now)
  return count
}
