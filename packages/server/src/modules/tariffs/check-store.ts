import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { StoredTariff } from './version-store.ts'

export interface ClientName {
  id: string
  code: string
  name: string
}

export interface FoundClients {
  count: number
  first: ClientName[]
}

/** Returns the clients to whom a tariff for a client or group applies and that pay in advance or owe the tax themselves. */
export async function findClients(
  db: Db,
  { client_id: clientId, group_id: groupId }: Pick<StoredTariff, 'client_id' | 'group_id'>,
  { flag, most }: { flag: 'is_prepaid' | 'is_reverse_charge'; most: number },
): Promise<FoundClients> {
  const { rows } = await sql<ClientName & { n: number }>`
    select c.id, c.code, c.name, (count(*) over ())::int as n from clients c
    where c.state <> 'deleted' and ${sql.ref(`c.${flag}`)} and (c.id = ${clientId}::uuid or c.id in (
      select m.client_id from client_group_members m where m.group_id = ${groupId}::uuid and m.until is null))
    order by c.code limit ${most}`.execute(db)
  return { count: rows[0]?.n ?? 0, first: rows.map(({ id, code, name }) => ({ id, code, name })) }
}
