import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ModuleContext } from '../module.ts'
import { isUsed, type Locale } from './store.ts'

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
