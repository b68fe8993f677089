import type { AnswerOf, reservationList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { stateName } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { isDriverOfCardAt } from '../../storage/driver-of-card.ts'
import { ofAccount, ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { Scope } from '../../shared/scope.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { placeColumns, type Unreachable, unreachable } from '../stations/index.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'

type Shown = AnswerOf<typeof reservationList>[number]

/** State of a reservation: expired on time, also before the job has updated it. */
const reservationState = sql<string>`case when r.state in ('requested', 'active') and r.expires_at <= now() then 'expired' else r.state end`

/** Selects the reservations that the viewer may see; drivers see those for cards that they had then, or that they have made. */
export const visibleReservations = ofAccountOrDriver(
  'r.account_id',
  { reservation: 'r.id', charge_point: 'r.station_id', clientCard: { card: 'r.card_id', at: 'r.starts_at' } },
  (userId) => sql`(r.requested_by = ${userId}
    or ${isDriverOfCardAt(userId, { card: sql`r.card_id`, at: sql`r.starts_at` })})`,
)

/** Facts of a reservation that decide which methods are possible. */
export interface ReservationFacts extends MethodFacts {
  /** Code of the error that explains why no command can be sent to its station. */
  unreachable: Unreachable | 'station.not_found'
}

/** The facts over `reservations r` and its `stations s`. */
export const reservationFacts = sql<ReservationFacts>`json_build_object('id', r.id, 'state', ${reservationState},
  'unreachable', case when s.id is null then 'station.not_found' else ${unreachable} end)`

/** Condition: the viewer sees `stations s`; users of a client do not see the stations of others, where their cards are. */
export const seesStation = ofAccount('s.account_id', { charge_point: 's.id' })

export const reservationSource: ListSource<WithFacts<Shown>> = {
  from: (scope: Scope) =>
    sql`reservations r left join stations s on s.id = r.station_id and (${seesStation(scope)})`,
  columns: {
    id: column.id('r.id'),
    reservationid: column.integer('r.number'),
    stationid: column.id('r.station_id'),
    identity: column.text(sql`coalesce(s.identity, '')`),
    stationclient: column.id('s.client_id', 'nullable'),
    ...placeColumns,
    connectorid: column.integer(sql`coalesce(r.evse_no, 0)`),
    code: column.text('r.id_tag'),
    cardid: column.id('r.card_id', 'nullable'),
    parentcode: column.text('r.parent_id_tag', 'nullable'),
    volume: column.number('r.volume_wh', 'nullable'),
    datestart: column.instant('r.starts_at'),
    datestop: column.instant(
      sql`case when r.state in ('requested', 'active') and r.expires_at <= now() then r.expires_at
        when r.state = 'used' then coalesce(r.ends_at, r.updated_at) else r.ends_at end`,
      'nullable',
    ),
    expirydate: column.instant('r.expires_at'),
    statecode: column.text(reservationState),
    statename: column.text(stateName('reservation', reservationState)),
    transactionid: column.integer('r.transaction_number', 'nullable'),
    created: column.instant('r.created_at'),
    methods: column.shown(reservationFacts),
  },
  key: 'id',
  order: ['created DESC'],
  visible: visibleReservations,
}
