import { registryLimits } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { makeKey } from './change-keys.ts'
import { type Change, noKey, noValue, recordRegistryChange } from './change.ts'
import { checkName } from './setting-path.ts'
import { readTyped } from './setting-value.ts'
import {
  countValues,
  deleteValue,
  insertValue,
  keyAt,
  type KeyRow,
  touchKey,
  updateValue,
  valueAt,
  type ValueRow,
  type Written,
} from './store.ts'

interface Ask {
  path: string
  name: string
  version_no?: number | null
}

/** Writes a value and creates missing keys of its path; returns the stored value. */
export async function writeValue(tx: Tx, change: Change, ask: Ask & Written): Promise<ValueRow | Refusal> {
  const nameRefusal = checkName(ask.name, 'name')
  if (nameRefusal) return nameRefusal
  const value = readTyped(ask.type, ask.value)
  if (isRefusal(value)) return value
  const there = await keyAt(tx, change.owner, ask.path)
  const before = there && (await valueAt(tx, there.id, ask.name))
  const refusal = await checkWrite(tx, { ask, there, before })
  if (refusal) return refusal
  const key = await makeKey(tx, change, ask.path)
  if (isRefusal(key)) return key
  const written = { name: before?.name ?? ask.name, type: ask.type, value }
  if (before) await updateValue(tx, before.id, { change: written, now: change.now })
  else await insertValue(tx, key.id, { ...written, now: change.now })
  await touchKey(tx, key.id, change.now)
  const after = (await valueAt(tx, key.id, ask.name))!
  await recordValueChange(tx, change, { path: key.path, before, after })
  return after
}

/** Checks everything before a row is created, so that a refusal changes nothing. */
async function checkWrite(
  tx: Tx,
  { ask, there, before }: { ask: Ask; there: KeyRow | undefined; before: ValueRow | undefined },
): Promise<Refusal | null> {
  // null requires that the name is free; without a version the value is overwritten whatever it was
  if (before && ask.version_no === null) return refuse('value.name_taken', { field: 'name' })
  if (before ? isStale(before, ask.version_no) : typeof ask.version_no === 'number') return editedByOther
  if (!before && there && (await countValues(tx, there.id)) >= registryLimits.valuesOfKey)
    return refuse('limit.registry_values', { limit: registryLimits.valuesOfKey, field: 'name' })
  return null
}

/** Renames a value; returns it. */
export async function renameValue(
  tx: Tx,
  change: Change,
  ask: Ask & { to: string },
): Promise<ValueRow | Refusal> {
  const nameRefusal = checkName(ask.to, 'to')
  if (nameRefusal) return nameRefusal
  const found = await findValue(tx, change, ask)
  if (isRefusal(found)) return found
  const { key, value } = found
  const other = await valueAt(tx, key.id, ask.to)
  if (other && other.id !== value.id) return refuse('value.name_taken', { field: 'to' })
  await updateValue(tx, value.id, { change: { name: ask.to }, now: change.now })
  await touchKey(tx, key.id, change.now)
  const after = (await valueAt(tx, key.id, ask.to))!
  await recordValueChange(tx, change, { path: key.path, before: value, after })
  return after
}

/** Deletes a value. */
export async function removeValue(tx: Tx, change: Change, ask: Ask): Promise<null | Refusal> {
  const found = await findValue(tx, change, ask)
  if (isRefusal(found)) return found
  await deleteValue(tx, found.value.id)
  await touchKey(tx, found.key.id, change.now)
  await recordValueChange(tx, change, { path: found.key.path, before: found.value })
  return null
}

const fields = (row?: ValueRow) => row && { name: row.name, type: row.type, [row.name]: row.value }

/** Records a changed value under its own name, so that one named like a secret is masked. */
const recordValueChange = (
  tx: Tx,
  change: Change,
  { path, before, after }: { path: string; before?: ValueRow; after?: ValueRow },
): Promise<void> =>
  recordRegistryChange(tx, change, {
    objectId: (after ?? before)?.id ?? null,
    label: `${path}: ${(after ?? before)?.name ?? ''}`,
    action: before ? (after ? 'update' : 'delete') : 'create',
    before: fields(before),
    after: fields(after),
  })

async function findValue(tx: Tx, { owner }: Change, ask: Ask) {
  const key = await keyAt(tx, owner, ask.path)
  if (!key) return noKey
  const value = await valueAt(tx, key.id, ask.name)
  if (!value) return noValue
  return isStale(value, ask.version_no) ? editedByOther : { key, value }
}
