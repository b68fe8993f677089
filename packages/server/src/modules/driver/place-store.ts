import type { OpeningHours } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { StationPlace } from '../../shared/station-connection.ts'
import { exceptFor, ofAccount } from '../../storage/list/exceptions.ts'
import type { Db } from '../../storage/transaction.ts'
import { placeNameOfStation, placeOfStation, stateType, timeZoneOfStation } from '../stations/index.ts'

/** Places that are read for one request; filters apply to these, the nearest. */
export const maxReadPlaces = 500
/** Private stations of an account that access rules are evaluated for, at most. */
export const maxPrivateStations = 1_000

export interface Position {
  lat: number
  lng: number
}

/** A connector that a driver may use, with its station and place. */
export interface ConnectorRow {
  id: string
  no: number
  label: string | null
  type: string | null
  powerW: number | null
  mode: string | null
  state: string
  since: Date
  accountId: string
  operatorId: string | null
  stationId: string
  publicNo: number
  stationLabel: string | null
  isConnected: boolean
  isPrivate: boolean
  isFavourite: boolean
  networkId: string | null
  timeZone: string | null
  placeId: string
  placeLabel: string
  address: string | null
  postalCode: string | null
  city: string | null
  lat: number | null
  lng: number | null
  openingHours: OpeningHours | null
  distance: number | null
  /** User of a queue to whom the connector is offered. */
  offeredTo: string | null
}

const isEnabled = sql`${stateType('charge_point', sql`s.state`)} = 'enabled'`

/**
 * Returns the condition over `stations s` for the stations that the viewer may use. Drivers: public ones of their
 * operator, their own, those of their client, and private ones that an access rule opens to one of their cards.
 */
function usableBy(scope: Scope, allowed: readonly string[]): RawBuilder<unknown> {
  if (!scope.isDriver || scope.isAdmin)
    return sql`${isEnabled} and ${ofAccount('s.account_id', { charge_point: 's.id' })(scope)}`
  const hidden = exceptFor({ ...scope, clientId: null }, { charge_point: 's.id' })
  return sql`${isEnabled} and s.account_id = ${scope.accountId} and (s.type = 'public' or s.owner_id = ${scope.userId}
    or s.client_id = ${scope.clientId}::uuid or s.id = any(${allowed}::uuid[]))${hidden}`
}

const lat = sql`coalesce(z.lat, s.lat)`
const lng = sql`coalesce(z.lng, s.lng)`

const distanceTo = (position: Position | null): RawBuilder<unknown> =>
  position === null
    ? sql`null::float8`
    : sql`12742000 * asin(sqrt(least(1, sin(radians(${lat} - ${position.lat}) / 2) ^ 2
        + cos(radians(${position.lat})) * cos(radians(${lat})) * sin(radians(${lng} - ${position.lng}) / 2) ^ 2)))`

const tables = sql`stations s left join sites z on z.id = s.site_id and z.state <> 'deleted'`
const placeId = sql`coalesce(z.id, s.id)`
/** Never the identity, by which the station signs in. */
const placeLabel = sql.raw(placeNameOfStation)

/** Condition: the place of `stations s`, or the station itself before it was at a site, is a favourite of the viewer. */
const isFavouriteOf = ({ userId }: Pick<Scope, 'userId'>): RawBuilder<unknown> =>
  sql`exists (select from driver_favourites f where f.user_id = ${userId} and f.place_id in (${placeId}, s.id))`

export interface PlaceQuestion {
  allowed: readonly string[]
  position: Position | null
  /** Site or station; absent: all. */
  id?: string
  /** Connector; absent: all. */
  connector?: string
  /** Part of a name or an address. */
  text?: string
  /** True: only favourites of the viewer. */
  isFavourite?: boolean
  /** True: the connector in any state, also one that the viewer can no longer use. */
  isKnown?: boolean
}

/** Returns the usable connectors of the nearest places that match. */
export async function readConnectors(
  db: Db,
  scope: Scope,
  { allowed, position, id, connector, text, isFavourite, isKnown = false }: PlaceQuestion,
): Promise<ConnectorRow[]> {
  const named = id === undefined ? sql`true` : sql`(${placeId} = ${id} or s.id = ${id})`
  const only = connector === undefined ? sql`` : sql` and e.id = ${connector}`
  const ofConnector =
    connector === undefined
      ? sql``
      : sql` and s.id = (select o.station_id from evses o where o.id = ${connector})`
  const found =
    text === undefined
      ? sql`true`
      : sql`strpos(lower(concat_ws(' ', ${placeLabel}, s.label, coalesce(z.address, s.address), z.postal_code, z.city)),
          lower(${text})) > 0`
  const usable = isKnown ? sql`s.account_id = ${scope.accountId}` : usableBy(scope, allowed)
  const isInUse = isKnown
    ? sql``
    : sql` and e.is_announced and ${stateType('connector', sql`e.state`)} = 'enabled'${exceptFor({ ...scope, clientId: null }, { connector: 'e.id' })}`
  const favourite = isFavouriteOf(scope)
  const chosen = isFavourite ? sql` and ${favourite}` : sql``
  const { rows } = await sql<ConnectorRow>`
    with usable as (
      select s.id, ${placeId} as place, ${placeLabel} as label, ${distanceTo(position)} as distance
      from ${tables} where ${usable} and ${named} and ${found}${ofConnector}${chosen}),
    nearest as (
      select place, min(distance) as distance from usable group by place
      order by min(distance) nulls last, min(label) limit ${sql.lit(maxReadPlaces + 1)})
    select e.id, e.evse_no as no, e.label, k.type, e.max_power_w as "powerW", e.mode, e.state, e.state_since as since,
      s.account_id as "accountId", a.operator_id as "operatorId", s.id as "stationId", s.public_no as "publicNo",
      s.label as "stationLabel", s.is_connected as "isConnected", s.type <> 'public' as "isPrivate",
      ${favourite} as "isFavourite",
      (${sql.raw(placeOfStation)} ->> 'networkId') as "networkId", ${sql.raw(timeZoneOfStation)} as "timeZone",
      n.place as "placeId", ${placeLabel} as "placeLabel", coalesce(z.address, s.address) as address,
      z.postal_code as "postalCode", z.city, ${lat} as lat, ${lng} as lng, z.opening_hours as "openingHours", n.distance,
      (select q.user_id from queue_places q where q.evse_id = e.id and q.ended_at is null) as "offeredTo"
    from nearest n join usable u on u.place = n.place join stations s on s.id = u.id
    join accounts a on a.id = s.account_id left join sites z on z.id = s.site_id and z.state <> 'deleted'
    join evses e on e.station_id = s.id and e.evse_no > 0${isInUse}
    left join connectors k on k.evse_id = e.id and k.connector_no = 1
    where true${only}
    order by n.distance nulls last, ${placeLabel}, n.place, s.public_no, e.evse_no`.execute(db)
  return rows
}

/** A private station as access rules name it. */
export interface PrivateStation {
  id: string
  accountId: string
  place: StationPlace
  timeZone: string | null
  evses: number[]
}

/** Returns private stations of the account of a driver. */
export async function readPrivateStations(db: Db, accountId: string): Promise<PrivateStation[]> {
  const { rows } = await sql<PrivateStation>`
    select s.id, s.account_id as "accountId", ${sql.raw(placeOfStation)} as place, ${sql.raw(timeZoneOfStation)} as "timeZone",
      array(select e.evse_no from evses e where e.station_id = s.id and e.evse_no > 0 order by 1) as evses
    from stations s where s.account_id = ${accountId} and s.type <> 'public' and ${isEnabled}
    order by s.id limit ${sql.lit(maxPrivateStations)}`.execute(db)
  return rows
}

/** Returns the telephone number for help of an account; null without one. */
export async function readHelpNumber(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select phone from guest_settings where account_id = ${accountId}`.execute(db)
  return rows[0]?.phone ?? null
}
