import { type Kysely, sql } from 'kysely'
import { type Refusal, refuse, refuseAs } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { StationChange } from './edit-store.ts'

const unknown = refuseAs(
  'network_unknown',
  refuse('invalid', 'Network not found. Use the name or code of an enabled network.', 'networkname'),
)

/**
 * Puts the name of the network as references have it into the change, which may name it by its code. Refuses a network
 * that is not there or disabled, unless the station has it already.
 */
export async function nameNetwork(
  db: Kysely<Database>,
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
