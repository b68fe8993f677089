import type { Updateable } from 'kysely'
import { refuse } from '../shared/refusal.ts'
import type { Database } from './tables.gen.ts'
import type { Db } from './transaction.ts'

export const editedByOther = refuse('object.edited', { field: 'version_no' })

/** Returns true if a row has changed since the version that a request names; without one nothing is checked. */
export const isStale = (row: { version_no: number }, version: number | null | undefined): boolean =>
  version !== undefined && version !== row.version_no

/** Updates a row and increments its version. */
export const updateVersioned = <Table extends 'users' | 'groups' | 'resources' | 'reference_rows'>(
  db: Db,
  { table, id }: { table: Table; id: string },
  { change, now }: { change: Updateable<Database[Table]>; now: Date },
) =>
  db
    .updateTable(table as 'groups') // all of these tables have the columns named here
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
