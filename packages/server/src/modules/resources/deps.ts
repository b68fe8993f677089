import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { isUsed, type Locale, type ResourceRow } from './store.ts'

export interface ResourceDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  productTexts: ProductTexts
}

/** Built-in texts that a resource at their path replaces. */
export interface ProductTexts {
  /** Returns the built-in texts by language; empty if there are none at that path. */
  builtIn(path: string): { locale: Locale; text: string }[]
  /** Refuses a text that is not valid at that path. */
  check(path: string, text: string): Refusal | null
}

export const noResource = refuse('resource.not_found', { field: 'id' })
export const editedByOther = refuse('object.edited', { field: 'version_no' })

/** Returns a refusal if the product reads one of these paths, unless the caller confirmed it. */
export function inUse(paths: readonly string[], force: boolean | undefined): Refusal | null {
  return force || !isUsed(paths) ? null : refuse('resource.used_by_product', { field: 'force' })
}

type Fields = Record<string, unknown> | null

/** Records a change of a resource in the audit trail. */
export const recordResource = (
  tx: Tx,
  viewer: Viewer,
  change: { row: ResourceRow; action: 'create' | 'update' | 'delete'; before?: Fields; after?: Fields },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: null,
    classCode: 'resource',
    objectId: change.row.id,
    label: change.row.path,
    action: change.action,
    before: change.before ?? null,
    after: change.after ?? null,
  })
