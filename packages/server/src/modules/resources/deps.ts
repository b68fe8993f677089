import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ModuleContext } from '../module.ts'
import type { Locale, ResourceRow } from './store.ts'

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

/** Returns the audit reference of a resource. */
export const resourceAuditRef = ({ id, path }: ResourceRow) => ({
  accountId: null,
  classCode: 'resource',
  objectId: id,
  label: path,
})
