import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { Database } from '../../storage/tables.gen.ts'

/** A connector as commands address it. */
export interface ConnectorAddress {
  stationId: string
  connectorNo: number
  /** Number of the running transaction. */
  transactionNumber: number | null
}

/** The connector that the viewer may see, or null. */
export async function findConnector(
  db: Kysely<Database>,
  scope: Scope,
  id: string,
): Promise<ConnectorAddress | null> {
  const row = await db
    .selectFrom('connectors as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .select(['c.station_id as stationId', 'c.connector_no as connectorNo'])
    .select(
      sql<number | null>`coalesce(c.transaction_number, (
        select t.number from transactions t where t.station_id = c.station_id
          and t.connector_no = c.connector_no and t.state = 'running' order by t.started_at desc limit 1))`.as(
        'transactionNumber',
      ),
    )
    .where('c.id', '=', id)
    .where('s.state', '<>', 'deleted')
    .$if(!scope.isAdmin, (query) => query.where('s.account_id', '=', scope.accountId))
    .where(sql<boolean>`true${exceptFor(scope, { charge_point: 's.id', connector: 'c.id' })}`)
    .executeTakeFirst()
  return row ?? null
}

/** Code of the newest enabled card of the person, for those who do not name one. */
export async function findOwnCard(db: Kysely<Database>, scope: Scope): Promise<string | null> {
  const row = await db
    .selectFrom('cards')
    .select('code')
    .where('account_id', '=', scope.accountId)
    .where('owner_id', '=', scope.userId)
    .where('state', '=', 'enabled')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.code ?? null
}
