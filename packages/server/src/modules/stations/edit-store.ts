import { type Insertable, sql, type Updateable } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { connectorFacts } from './connector-list-store.ts'
import { visibleStations } from './station-list-store.ts'

export type NewStation = Insertable<Database['stations']>
export type StationChange = Updateable<Database['stations']>

/** Adds the station unless its account already has the identity. Returns true if it was added. */
export async function insertStation(db: Db, station: NewStation): Promise<boolean> {
  const row = await db
    .insertInto('stations')
    .values(station)
    .onConflict((conflict) => conflict.columns(['account_id', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts stations whose identities are free. */
export const insertStations = (db: Db, stations: readonly NewStation[]) =>
  db
    .insertInto('stations')
    .values([...stations])
    .execute()

/**
 * Returns those of the identities that stations of the account have, including deleted ones, each with the state of
 * the station if the viewer may see it.
 */
export async function statesOfIdentities(
  db: Db,
  scope: Scope,
  { accountId, identities }: { accountId: string; identities: readonly string[] },
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ identity: string; state: string | null }>`
    select s.identity, case when ${visibleStations(scope)} then s.state end as state from stations s
    where s.account_id = ${accountId} and s.identity = any(${identities}::text[])`.execute(db)
  return new Map(rows.map(({ identity, state }) => [identity, state]))
}

/** Returns the station if the viewer may see it; locks it for a change unless `isLocked` is false. */
export const lockStation = (
  db: Db,
  scope: Scope,
  { id, isLocked = true }: { id: string; isLocked?: boolean },
) =>
  db
    .selectFrom('stations as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([
      's.id',
      's.identity',
      's.state',
      's.account_id',
      's.version_no',
      's.is_connected',
      's.booted_at',
      's.type',
      's.owner_id',
      's.label',
      's.vendor',
      's.model',
      's.network_name',
      's.site_id',
      's.tags',
    ])
    .select('a.code as account_code')
    .where('s.id', '=', id)
    .where(sql<boolean>`${visibleStations(scope)}`)
    .$if(isLocked, (query) => query.forUpdate('s'))
    .executeTakeFirst()

export type LockedStation = NonNullable<Awaited<ReturnType<typeof lockStation>>>

export const updateStation = (db: Db, id: string, change: StationChange & { updated_at: Date }) =>
  db
    .updateTable('stations')
    .set(change)
    .set((eb) => ({ version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns true if no station of the account has the identity, including deleted ones. */
export const isIdentityFree = async (db: Db, accountId: string, identity: string): Promise<boolean> =>
  (await db
    .selectFrom('stations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('identity', '=', identity)
    .executeTakeFirst()) === undefined

export const insertStationKeys = (
  db: Db,
  keys: readonly { id: string; station_id: string; hash: Buffer; created_at: Date }[],
) =>
  db
    .insertInto('station_keys')
    .values([...keys])
    .execute()

export const accountCode = async (db: Db, accountId: string): Promise<string> =>
  (await db.selectFrom('accounts').select('code').where('id', '=', accountId).executeTakeFirstOrThrow()).code

export const accountCodeOfStation = async (db: Db, stationId: string): Promise<string> =>
  (
    await db
      .selectFrom('accounts')
      .innerJoin('stations', 'stations.account_id', 'accounts.id')
      .select('accounts.code')
      .where('stations.id', '=', stationId)
      .executeTakeFirstOrThrow()
  ).code

export const stationConfiguration = (db: Db, scope: Scope, stationId: string) =>
  db
    .selectFrom('station_configuration as k')
    .innerJoin('stations as s', 's.id', 'k.station_id')
    .select(['k.key', 'k.value', 'k.is_readonly', 'k.updated_at'])
    .where('k.station_id', '=', stationId)
    .where(sql<boolean>`${visibleStations(scope)}`)
    .orderBy('k.key')
    .execute()

export const stationDeviations = (db: Db, scope: Scope, stationId: string) =>
  db
    .selectFrom('station_deviations as d')
    .innerJoin('stations as s', 's.id', 'd.station_id')
    .select(['d.rule', 'd.count', 'd.last_at', 'd.sample'])
    .where('d.station_id', '=', stationId)
    .where(sql<boolean>`${visibleStations(scope)}`)
    .orderBy('d.last_at', 'desc')
    .limit(1_000)
    .execute()

/** Returns the account of a station, if the viewer may see it. */
export const accountOfStation = async (db: Db, scope: Scope, stationId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('stations as s')
      .select('s.account_id')
      .where('s.id', '=', stationId)
      .where('s.state', '<>', 'deleted')
      .where(sql<boolean>`${visibleStations(scope)}`)
      .executeTakeFirst()
  )?.account_id ?? null

export const isStationVisible = async (db: Db, scope: Scope, stationId: string): Promise<boolean> =>
  (await visibleStationIds(db, scope, [stationId])).length > 0

/** Returns those of the stations that the viewer may see. */
export async function visibleStationIds(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('stations as s')
    .select('s.id')
    .where('s.id', 'in', [...ids])
    .where(sql<boolean>`${visibleStations(scope)}`)
    .execute()
  return rows.map((row) => row.id)
}

// --- connectors

/** Returns the connector if the viewer may see its station; locks it for a change unless `isLocked` is false. */
export const lockConnector = (
  db: Db,
  scope: Scope,
  { id, isLocked = true }: { id: string; isLocked?: boolean },
) =>
  db
    .selectFrom('evses as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .select(['c.id', 'c.station_id', 's.account_id', 's.identity', 's.owner_id', 'c.evse_no', 'c.label'])
    .select(['c.type', 'c.error_code', connectorFacts.as('facts')])
    .where('c.id', '=', id)
    .where('s.state', '<>', 'deleted')
    .where(sql<boolean>`${visibleStations(scope)}${exceptFor(scope, { connector: 'c.id' })}`)
    .$if(isLocked, (query) => query.forUpdate('c'))
    .executeTakeFirst()

/** Locks an EVSE of a station by its number; returns its id, or null if the station has none. */
export async function lockEvse(tx: Tx, stationId: string, evseNo: number): Promise<string | null> {
  const row = await tx
    .selectFrom('evses')
    .select('id')
    .where('station_id', '=', stationId)
    .where('evse_no', '=', evseNo)
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

export const updateConnector = (
  db: Db,
  id: string,
  change: Updateable<Database['evses']> & { updated_at: Date },
) => db.updateTable('evses').set(change).where('id', '=', id).execute()

/** Sets the type of the only connector of an EVSE of OCPP 1.6, and returns the previous type. */
export async function replaceConnectorType(db: Db, evseId: string, type: string | null) {
  const { rows } = await sql<{ type: string | null }>`
    update connectors k set type = ${type} from connectors before
    where k.evse_id = ${evseId} and k.connector_no = 1
      and before.evse_id = k.evse_id and before.connector_no = k.connector_no
    returning before.type`.execute(db)
  return rows[0]?.type ?? null
}

export const deleteConnector = (db: Db, id: string) => db.deleteFrom('evses').where('id', '=', id).execute()

export const isConnectorBusy = async (db: Db, stationId: string, evseNo: number): Promise<boolean> =>
  (await db
    .selectFrom('transactions')
    .select('id')
    .where('station_id', '=', stationId)
    .where('evse_no', '=', evseNo)
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()) !== undefined

const unknown = refuse('station.network_unknown', { field: 'networkname' })

/** Returns the name of the enabled network with this name or code, or a refusal. */
export async function findNetwork(db: Db, wanted: string): Promise<string | Refusal> {
  const { rows } = await sql<{ name: string }>`
    select name from reference_rows where kind = 'network' and state = 'enabled'
      and lower(${wanted}) in (lower(name), lower(code))
    order by lower(name) = lower(${wanted}) desc, code limit 1`.execute(db)
  return rows[0]?.name ?? unknown
}
