import { sql } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { StationChange } from './edit-store.ts'
import type { Db } from '../../storage/transaction.ts'

const unknown = refuse('station.network_unknown', { field: 'networkname' })

/**
 * Replaces the network in the change, which may be a code, by its name in the references. Refuses a network
 * that does not exist or is disabled, unless the station has it already.
 */
export async function nameNetwork(
  db: Db,
  change: StationChange,
  present: string | null,
): Promise<Refusal | null> {
  const { network_name: wanted } = change
  if (typeof wanted !== 'string' || wanted === present) return null
  const { rows } = await sql<{ name: string }>`
    select name from reference_rows where kind = 'network' and state = 'enabled'
      and lower(${wanted}) in (lower(name), lower(code))
    order by lower(name) = lower(${wanted}) desc, code limit 1`.execute(db)
  if (!rows[0]) return unknown
  change.network_name = rows[0].name
  return null
}
