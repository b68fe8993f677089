import {
  type AnswerOf,
  connectorStates,
  type stationGet,
  type stationMap,
  stationProblems,
  stationStates,
} from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import type { WithFacts } from '../workflow/index.ts'
import { localListState } from './local-list-store.ts'

export type StationShown = AnswerOf<typeof stationGet>

const ofAccountOrOwner = ofAccountOrDriver(
  's.account_id',
  { charge_point: 's.id' },
  (userId) => sql`(s.type = 'public' or s.owner_id = ${userId}) and s.state <> 'deleted'`,
)

/**
 * Returns the condition over `stations s` for the stations that a viewer may see: drivers see public ones and
 * their own. Those of a client are named by their column, whose index finds them: by their ids, stations of the whole
 * account would be read in the order of the list.
 */
export const visibleStations = (scope: Scope): RawBuilder<unknown> =>
  scope.clientId === null
    ? ofAccountOrOwner(scope)
    : sql`s.client_id = ${scope.clientId} and ${ofAccountOrOwner({ ...scope, clientId: null })}`

const stateCodes = sql.join([...new Set([...connectorStates, ...stationStates])].map((code) => sql.lit(code)))

/** Returns the type of a state of a station or connector; states added by administrators are looked up. */
export const stateType = (classCode: 'charge_point' | 'connector', state: RawBuilder<unknown>) =>
  sql`case when ${state} in ('created', 'disabled', 'deleted') then ${state} when ${state} in (${stateCodes}) then 'enabled'
    else coalesce(state_type_of(${sql.lit(classCode)}, ${state}), 'enabled') end`

/** Code of the error that explains why no command can be sent to a station; null if one can. */
export type Unreachable = 'station.deleted' | 'station.disabled' | 'station.offline' | null

/** That code of `stations s`. */
export const unreachable = sql<Unreachable>`case ${stateType('charge_point', sql`s.state`)}
  when 'deleted' then 'station.deleted' when 'disabled' then 'station.disabled'
  else case when not s.is_connected then 'station.offline' end end`

/** The state that lists show: one that a user has set, else that of the connectors, or offline. */
export const displayState = sql`case when s.state not in ('created', 'available', 'unavailable', 'faulted') then s.state
  when s.is_connected then s.display_state else 'offline' end`

/**
 * Problem of `stations s` that needs attention; null if there is none, if a user has taken the station out of use,
 * or if it has never connected.
 */
const problem = sql`case when s.state not in ('created', 'available', 'unavailable', 'faulted') or s.booted_at is null then null
  when s.out_of_service_since is not null then 'out_of_service' when not s.is_connected then 'offline' when s.display_state = 'faulted' then 'faulted'
  when s.is_unresponsive then 'unresponsive' end`

/** Returns true for stations with a problem that is not known to their operators. */
export const hasProblem = sql`(${problem} <> 'out_of_service')`

/** Rank of the problem in the default order of lists; none is last. */
const urgency = sql`array_position(array[${sql.join(stationProblems.map((one) => sql.lit(one)))}], coalesce(${problem}, 'none'))`

/** Column of the connector of `stations s` that has been faulted for the longest time. */
const oldestFault = (
  column: 'error_code' | 'state_since',
) => sql`(select ${sql.ref(`f.${column}`)} from evses f
  where f.station_id = s.id and f.state = 'faulted' order by f.state_since limit 1)`

/**
 * Connectors of one station in a list; the limit per station is lower, but rows of earlier versions may
 * exceed it.
 */
const maxListed = 200

/** Connectors of a station as rows of JSON. */
const connectors = sql`(select coalesce(json_agg(json_build_object('id', c.id, 'connectorid', c.evse_no,
    'statecode', c.state, 'errorcode', c.error_code, 'transactionid', c.transaction_number,
    'power', c.power_w, 'soc', c.soc, 'announced', c.is_announced) order by c.evse_no), '[]')
  from (select * from evses c where c.station_id = s.id and c.evse_no > 0
    order by c.evse_no limit ${maxListed}) c)`

const midnight = sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

/**
 * Maximum number of rows from which the energy of one station and day is computed: transactions that began on
 * the day, transactions that began before it, and samples of a connector after midnight. For a station with
 * more rows only the newest count, so that it does not slow down the lists of all users.
 */
const maxToday = 1_000
const maxEarlier = 200
const maxSamples = 500

/**
 * The energy that a transaction from before midnight had delivered by then: its first register value of the
 * day.
 */
const meterAtMidnight = sql`(select v.value from (select * from meter_values v
    where v.station_id = t.station_id and v.evse_no = coalesce(t.evse_no, 0) and v.sampled_at >= ${midnight}
    order by v.sampled_at limit ${maxSamples}) v join sample_kinds k on k.id = v.kind_id
  where v.transaction_number = t.number and k.measurand = 'Energy.Active.Import.Register' and k.phase is null
  order by v.sampled_at limit 1)`

const ofToday = sql`(select sum(case
    when t.state = 'running' then greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)
    else t.energy_wh end)
  from (select * from transactions t where t.station_id = s.id and t.started_at >= ${midnight}
    order by t.started_at desc limit ${maxToday}) t)`

// on each connector at most one transaction can have continued past midnight
const overMidnight = sql`(select sum(case
    when t.state = 'needs_review' then t.energy_wh
    else greatest(coalesce(t.meter_stop_wh, t.meter_last_wh, t.meter_start_wh)
      - coalesce(${meterAtMidnight}, t.meter_stop_wh, t.meter_last_wh, t.meter_start_wh), 0)
  end)
  from (select distinct on (e.evse_no) e.* from (select * from transactions e
      where e.station_id = s.id and e.started_at < ${midnight} and e.started_at >= ${midnight} - interval '2 days'
      order by e.started_at desc limit ${maxEarlier}) e
    where e.stopped_at is null or e.stopped_at >= ${midnight}
    order by e.evse_no, e.started_at desc) t)`

/** A value of the station, or that of its site if it has none. */
const ownOrOfSite = (own: string, ofSite: RawBuilder<unknown>) => sql`coalesce(${sql.ref(own)}, ${ofSite})`

/** Address of `sites z` in one line. */
export const addressOfSite = sql`nullif(concat_ws(', ', z.address, nullif(concat_ws(' ', z.postal_code, z.city), '')), '')`

/** Position of `stations s` at `sites z`: a station without its own is shown at its site. */
export const position = {
  lat: ownOrOfSite('s.lat', sql`z.lat`),
  lng: ownOrOfSite('s.lng', sql`z.lng`),
}

/** Wh since midnight UTC; for transactions longer than two days the energy delivered today is not counted. */
export const energyToday = sql`(coalesce(${ofToday}, 0) + coalesce(${overMidnight}, 0))::double precision`

export const stationSource: ListSource<WithFacts<StationShown>> = {
  from: sql`stations s left join sites z on z.id = s.site_id and z.state <> 'deleted'`,
  columns: {
    ...objectColumns('charge_point', {
      alias: 's',
      owner: 's.owner_id',
      stateType: stateType('charge_point', sql`s.state`),
    }),
    identity: column.text('s.identity'),
    accountcode: column.text(sql`(select a.code from accounts a where a.id = s.account_id)`),
    label: column.text('s.label', 'nullable'),
    tags: column.list('s.tags'),
    description: column.text('s.description', 'nullable'),
    displaystate: column.text(displayState),
    problem: column.text(problem, 'nullable'),
    problemcode: column.text(
      sql`case when ${problem} = 'faulted' then nullif(${oldestFault('error_code')}, 'NoError') end`,
      'nullable',
    ),
    problemsince: column.instant(
      sql`case ${problem} when 'offline' then s.connection_changed_at when 'faulted' then ${oldestFault('state_since')}
        when 'out_of_service' then s.out_of_service_since end`,
      'nullable',
    ),
    urgency: column.integer(sql`coalesce(${urgency}, ${sql.lit(stationProblems.length + 1)})`),
    version: column.text(sql`substring(s.protocol from '[0-9.]+$')`, 'nullable'),
    firmware: column.text('s.firmware_version', 'nullable'),
    modelname: column.text('s.model', 'nullable'),
    vendorname: column.text('s.vendor', 'nullable'),
    serialnumber: column.text('s.serial_number', 'nullable'),
    boxserialnumber: column.text('s.box_serial_number', 'nullable'),
    iccid: column.text('s.iccid', 'nullable'),
    imsi: column.text('s.imsi', 'nullable'),
    metertype: column.text('s.meter_type', 'nullable'),
    meterserialnumber: column.text('s.meter_serial_number', 'nullable'),
    site: column.id('s.site_id', 'nullable'),
    sitecode: column.text('z.code', 'nullable'),
    sitename: column.text('z.label', 'nullable'),
    networkname: column.text(
      ownOrOfSite('s.network_name', sql`(select n.name from reference_rows n where n.id = z.network_id)`),
      'nullable',
    ),
    ...clientColumns('s'),
    outofservicereason: column.text('s.out_of_service_reason', 'nullable'),
    outofservicesince: column.instant('s.out_of_service_since', 'nullable'),
    expectedreturn: column.instant('s.expected_return_at', 'nullable'),
    connected: column.boolean('s.is_connected'),
    connectionupdate: column.instant('s.connection_changed_at', 'nullable'),
    lastseen: column.instant('s.last_seen_at', 'nullable'),
    bootedat: column.instant('s.booted_at', 'nullable'),
    bootstatus: column.text('s.boot_status', 'nullable'),
    approval: column.text('s.approval'),
    authmode: column.text('s.auth_mode'),
    openuntil: column.instant('s.open_until', 'nullable'),
    securityprofile: column.integer('s.security_profile'),
    connectedprofile: column.integer('s.connected_profile', 'nullable'),
    subprotocoloptional: column.boolean('s.subprotocol_optional'),
    timestrusted: column.boolean('s.times_trusted'),
    unresponsive: column.boolean('s.is_unresponsive'),
    remoteaddress: column.text('s.remote_address', 'nullable'),
    timezone: column.text(ownOrOfSite('s.time_zone', sql`z.time_zone`), 'nullable'),
    lat: column.number(position.lat, 'nullable'),
    lng: column.number(position.lng, 'nullable'),
    address: column.text(ownOrOfSite('s.address', addressOfSite), 'nullable'),
    power: column.number(
      sql`(select sum(c.power_w) from evses c where c.station_id = s.id and c.transaction_number is not null)`,
      'nullable',
    ),
    energytoday: column.number(energyToday),
    deviations: column.integer(
      sql`(select count(*) from (select from station_deviations d where d.station_id = s.id limit 1000) d)`,
    ),
    demo: column.boolean('s.is_demo'),
    version_no: column.integer('s.version_no'),
    connectors: column.shown(connectors),
    photo: column.shown(
      sql`(select f.id from files f where f.object_id = s.id and f.thumbnail is not null order by f.created_at limit 1)`,
    ),
    locallist: column.text(
      sql`(select ${localListState} from accounts a left join local_list_syncs y on y.station_id = s.id
        where a.id = s.account_id)`,
      'nullable',
    ),
    unreachable: column.text(unreachable, 'nullable'),
    methods: column.shown(sql`json_build_object('id', s.id, 'state', s.state)`),
  },
  key: 'id',
  order: ['identity'],
  visible: visibleStations,
  hidden: {
    unlessNamed: ['statecode', 'statetypecode'],
    rows: sql`${stateType('charge_point', sql`s.state`)} = 'deleted'`,
  },
}

type PlaceShown = AnswerOf<typeof stationMap>[number]
/** Columns of a station on the map, in few bytes: a map shows many of them at the same time. */
export const placeFields = ['id', 'identity', 'label', 'displaystate', 'lat', 'lng'] as const

/** Stations with a location; a query may filter by all columns of the list, and selects `placeFields`. */
export const mapSource: ListSource<PlaceShown> = {
  ...stationSource,
  key: 'id',
  hidden: {
    unlessNamed: [],
    rows: sql`s.state = 'deleted' or ${position.lat} is null or ${position.lng} is null`,
  },
}
