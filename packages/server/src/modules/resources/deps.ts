import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { type Refusal, refuseInWords, refuseAs } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type Locale, usesOf } from './store.ts'

export interface ResourceDeps {
  db: Kysely<Database>
  clock: Clock
  /** Maximum size of a file in bytes, as configured. */
  fileLimit: () => Promise<number>
  productTexts: ProductTexts
}

/** Built-in texts that a resource at their path replaces. */
export interface ProductTexts {
  /** Returns the built-in texts by language; empty if there are none at that path. */
  builtIn(path: string): { locale: Locale; text: string }[]
  /** Returns why a text is not valid at that path; null if it is. */
  problem(path: string, text: string): string | null
}

export const noResource = refuseInWords('not-found', 'There is no such resource', 'id')
export const editedByOther = refuseAs(
  'object.edited',
  refuseInWords('conflict', 'Somebody else has changed this resource meanwhile', 'version_no'),
)

/** Returns a refusal if the product reads one of these paths, unless the caller confirmed it. */
export function inUse(paths: readonly string[], force: boolean | undefined): Refusal | null {
  const [use] = usesOf(paths)
  if (use === undefined || force) return null
  return {
    ...refuseInWords('not-possible', `This resource is used by: ${use}`, 'force'),
    code: 'object.in_use',
  }
}
