import { registryLimits, type registryRoots } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type Actor, recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Owner } from './store.ts'

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

/** Records a created, changed or deleted key or value in the audit trail. */
export async function recordRegistryChange(
  tx: Tx,
  { owner, actor }: Change,
  entry: Omit<Parameters<typeof recordChange>[2], 'accountId' | 'kind' | 'classCode'>,
): Promise<void> {
  // changes of a user's own tree are private
  if (owner !== null) return
  await recordChange(tx, actor, { accountId: null, classCode: 'registry', ...entry })
}
