import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { type Refusal, refuse, refuseAs } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type Locale, usesOf } from './store.ts'

export interface ResourceDeps {
  db: Kysely<Database>
  clock: Clock
  /** Most bytes of a file, as the installation wants it. */
  fileLimit: () => Promise<number>
  productTexts: ProductTexts
}

/** Texts that the product has itself, and that a resource at their path takes the place of. */
export interface ProductTexts {
  /** What it says itself, by language; empty where it has nothing at that path. */
  builtIn(path: string): { locale: Locale; text: string }[]
  /** Why a text cannot stand at that path; null when it can. */
  problem(path: string, text: string): string | null
}

export const noResource = refuse('not-found', 'There is no such resource', 'id')
export const editedByOther = refuseAs(
  'edited_elsewhere',
  refuse('conflict', 'Somebody else has changed this resource meanwhile', 'version_no'),
)

/** A no when the product asks for one of these paths, unless the caller knows. */
export function inUse(paths: readonly string[], force: boolean | undefined): Refusal | null {
  const [use] = usesOf(paths)
  if (use === undefined || force) return null
  return { ...refuse('not-possible', `This resource is used by: ${use}`, 'force'), code: 'in_use' }
}
