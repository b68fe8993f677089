import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { refuseInWords, refuseAs } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface ReferenceDeps {
  db: Kysely<Database>
  clock: Clock
}

export const noReference = refuseInWords('not-found', 'There is no such reference', 'id')
export const editedByOther = refuseAs(
  'object.edited',
  refuseInWords('conflict', 'Somebody else has changed this reference meanwhile', 'version_no'),
)
