import { registryLimits, type registryRoots } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type Actor, recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Owner, ValueRow } from './store.ts'

export type RegistryDeps = Pick<ModuleContext, 'db' | 'clock'>

/** Tree to change, time of the change, and its actor. */
export interface Change {
  owner: Owner
  now: Date
  actor: Actor
}

export type Root = (typeof registryRoots)[number]

/** Returns the owner of the tree: the caller, or the installation if the caller is an administrator. */
export function ownerOf(viewer: Scope, root: Root): Owner | Refusal {
  if (root === 'CURRENT_USER') return viewer.userId
  return viewer.isAdmin ? null : refuse('access.administrators_only', { field: 'root' })
}

export const maxKeys = (owner: Owner): number =>
  owner === null ? registryLimits.keysOfConfig : registryLimits.keysOfUser

export const noKey = refuse('registry_key.not_found', { field: 'path' })
export const noValue = refuse('registry_value.not_found', { field: 'name' })
export const editedByOther = refuse('object.edited', { field: 'version_no' })

export const isStale = (row: { version_no: number }, expected: number | null | undefined): boolean =>
  expected !== undefined && expected !== row.version_no

const fields = (row: ValueRow | null) => row && { name: row.name, type: row.type, [row.name]: row.value }

/** Records a changed value in the audit trail under its own name, so that one named like a secret is masked. */
export function recordValueChange(
  tx: Tx,
  change: Change,
  done: { path: string; before: ValueRow | null; after: ValueRow | null },
): Promise<void> {
  const { before, after } = done
  return recordRegistryChange(tx, change, {
    objectId: (after ?? before)?.id ?? null,
    label: `${done.path}: ${(after ?? before)?.name ?? ''}`,
    action: before ? (after ? 'update' : 'delete') : 'create',
    before: fields(before),
    after: fields(after),
  })
}

export const recordKeyChange = (
  tx: Tx,
  change: Change,
  done: {
    id: string | null
    path: string
    before?: Record<string, unknown>
    after?: Record<string, unknown>
  },
): Promise<void> =>
  recordRegistryChange(tx, change, {
    objectId: done.id,
    label: done.path,
    action: done.before ? (done.after ? 'move' : 'delete') : 'create',
    before: done.before ?? null,
    after: done.after ?? null,
  })

async function recordRegistryChange(
  tx: Tx,
  { owner, actor }: Change,
  entry: Omit<Parameters<typeof recordChange>[2], 'accountId' | 'kind' | 'classCode'>,
): Promise<void> {
  // changes of a user's own tree are private
  if (owner !== null) return
  await recordChange(tx, actor, { accountId: null, classCode: 'registry', ...entry })
}
