import { sql } from 'kysely'
import type { Db } from './transaction.ts'

type Named =
  | 'access_rules'
  | 'cards'
  | 'client_groups'
  | 'tariffs'
  | 'clients'
  | 'sites'
  | 'cars'
  | 'sellers'
  | 'incidents'
  | 'stations'
  | 'evses'
  | 'users'
  | 'groups'
  | 'accounts'

/** Returns the current columns of a row before a change, for the audit trail. */
export async function readFields(
  tx: Db,
  { table, id }: { table: Named; id: string },
  names: readonly string[],
): Promise<Record<string, unknown>> {
  if (names.length === 0) return {}
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? {}
}
