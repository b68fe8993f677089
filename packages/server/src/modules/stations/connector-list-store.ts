import type { AnswerOf, connectorGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'
import { stateType, type Unreachable, unreachable, visibleStations } from './station-list-store.ts'

type ConnectorShown = AnswerOf<typeof connectorGet>

/** Facts of a connector that decide which methods are possible. */
export interface ConnectorFacts extends MethodFacts {
  /** Code of the error that explains why no command can be sent to its station. */
  unreachable: Unreachable
  /** False if only a start named it: it may not exist. */
  isAnnounced: boolean
  /** True if a transaction is running, whatever the station reports of the connector. */
  isCharging: boolean
  /** True if it has an active reservation, whatever the station reports of the connector. */
  isReserved: boolean
}

/** The facts over `evses c` and its `stations s`. */
export const connectorFacts = sql<ConnectorFacts>`json_build_object('id', c.id, 'state', c.state,
  'unreachable', ${unreachable}, 'isAnnounced', c.is_announced,
  'isCharging', c.transaction_number is not null or exists (select from transactions t
    where t.station_id = c.station_id and t.evse_no = c.evse_no and t.state = 'running'),
  'isReserved', exists (select from reservations r
    where r.station_id = c.station_id and r.evse_no = c.evse_no and r.state = 'active'
      and r.expires_at > now()))`

export const connectorSource: ListSource<WithFacts<ConnectorShown>> = {
  from: sql`evses c join stations s on s.id = c.station_id and s.state <> 'deleted'`,
  columns: {
    ...objectColumns('connector', {
      alias: 'c',
      owner: 's.owner_id',
      stateType: stateType('connector', sql`c.state`),
    }),
    stationid: column.id('c.station_id'),
    identity: column.text('s.identity'),
    connectorid: column.integer('c.evse_no'),
    label: column.text('c.label', 'nullable'),
    description: column.text('c.description', 'nullable'),
    chargername: column.text(
      sql`(select k.type from connectors k where k.evse_id = c.id and k.connector_no = 1)`,
      'nullable',
    ),
    mode: column.text('c.mode', 'nullable'),
    maxpower: column.number('c.max_power_w', 'nullable'),
    errorcode: column.text('c.error_code', 'nullable'),
    info: column.text('c.info', 'nullable'),
    vendorerrorcode: column.text('c.vendor_error_code', 'nullable'),
    statesince: column.instant('c.state_since'),
    outofservicereason: column.text('c.out_of_service_reason', 'nullable'),
    outofservicesince: column.instant('c.out_of_service_since', 'nullable'),
    expectedreturn: column.instant('c.expected_return_at', 'nullable'),
    announced: column.boolean('c.is_announced'),
    transactionid: column.integer('c.transaction_number', 'nullable'),
    power: column.number('c.power_w', 'nullable'),
    energy: column.number('c.energy_wh', 'nullable'),
    soc: column.number('c.soc', 'nullable'),
    readingsat: column.instant('c.readings_at', 'nullable'),
    methods: column.shown(connectorFacts),
  },
  key: 'id',
  order: ['identity', 'connectorid'],
  visible: (scope) => sql`${visibleStations(scope)}${exceptFor(scope, { connector: 'c.id' })}`,
  // 0 is the station itself
  hidden: { unlessNamed: ['connectorid'], rows: sql`c.evse_no = 0` },
}
