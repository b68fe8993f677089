import { registryLimits, type registryRoots } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Actor } from '../audit/index.ts'
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
export const editedByOther = refuse('object.edited', { field: 'version_no' })

export const isStale = (row: { version_no: number }, expected: number | null | undefined): boolean =>
  expected !== undefined && expected !== row.version_no
