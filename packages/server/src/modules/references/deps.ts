import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface ReferenceDeps {
  db: Kysely<Database>
  clock: Clock
}

export const noReference = refuse('reference.not_found', { field: 'id' })
export const editedByOther = refuse('object.edited', { field: 'version_no' })
