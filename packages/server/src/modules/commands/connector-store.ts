import { sql } from 'kysely'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Payload } from './payload.ts'

/** A connector as commands address it. */
export interface ConnectorAddress {
  stationId: string
  evseNo: number
  /** Number of the running transaction. */
  transactionNumber: number | null
}

export const connectorNotFound = refuse('connector.not_found', { field: 'id' })

/** Returns the connector if the viewer may see it, otherwise null. */
export async function findConnector(db: Db, scope: Scope, id: string): Promise<ConnectorAddress | null> {
  const row = await db
    .selectFrom('evses as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .select(['c.station_id as stationId', 'c.evse_no as evseNo'])
    .select(
      sql<number | null>`coalesce(c.transaction_number, (
        select t.number from transactions t where t.station_id = c.station_id
          and t.evse_no = c.evse_no and t.state = 'running' order by t.started_at desc limit 1))`.as(
        'transactionNumber',
      ),
    )
    .where('c.id', '=', id)
    .where('s.state', '<>', 'deleted')
    .where(sql<boolean>`${ofAccount('s.account_id', { charge_point: 's.id', connector: 'c.id' })(scope)}`)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the code of the user's newest enabled card, for requests without one. */
export async function findOwnCard(db: Db, scope: Scope): Promise<string | null> {
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

/** Returns the connectors or reservations that a command acts on; none if the station has no such object. */
export async function objectsOfCommand(
  db: Db,
  stationId: string,
  { action, payload }: { action: string; payload: Payload },
): Promise<string[]> {
  const named = (name: string) => (typeof payload[name] === 'number' ? payload[name] : null)
  if (action === 'CancelReservation') {
    const { rows } = await sql<{ id: string }>`select id from reservations
      where station_id = ${stationId} and number = ${named('reservationId')}`.execute(db)
    return rows.map(({ id }) => id)
  }
  // without a connector, or with 0, the station chooses one of them
  const evseNo =
    action === 'RemoteStopTransaction'
      ? sql`(select evse_no from transactions
          where station_id = ${stationId} and number = ${named('transactionId')})`
      : sql`${named('connectorId')}::integer`
  const { rows } = await sql<{ id: string }>`select c.id from evses c
    where c.station_id = ${stationId}
      and c.evse_no = coalesce(nullif(${evseNo}, 0), c.evse_no)`.execute(db)
  return rows.map(({ id }) => id)
}
