import type { AnswerOf, transactionGet, transactionList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { stateName } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { belongedToClients, cardsOfClients, clientOfCardAt } from '../../storage/client-of-card.ts'
import { isDriverOfCardAt } from '../../storage/driver-of-card.ts'
import { ofAccount, ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import { type ListSource, type Query, runTotals } from '../../storage/list/list-query.ts'
import { withoutIdentity } from '../../storage/list/without-identity.ts'
import type { Db } from '../../storage/transaction.ts'
import { sessionPriceColumns, sessionPriceTables } from '../charges/index.ts'
import { clientColumns, columnsOfClient } from '../clients/index.ts'
import { placeColumns } from '../stations/index.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'

type TransactionListed = AnswerOf<typeof transactionList>[number]
type TransactionShown = AnswerOf<typeof transactionGet>

const energy = sql`(case when t.state = 'running'
  then greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)
  else t.energy_wh end)::double precision`

/** Selects the sessions that the viewer may see; drivers see those of cards that were theirs. */
export const visibleTransactions = ofAccountOrDriver(
  't.account_id',
  {
    transaction: 't.id',
    charge_point: 't.station_id',
    clientCard: { card: 't.card_id', at: 't.started_at' },
  },
  (userId) => isDriverOfCardAt(userId, { card: sql`t.card_id`, at: sql`t.started_at` }),
)

/** Facts of a transaction that decide which methods are possible. */
export interface TransactionFacts extends MethodFacts {
  /** True while its station can still stop it. */
  isStoppable: boolean
}

/** The facts over `transactions t` and its `stations s`. */
export const transactionFacts = sql<TransactionFacts>`json_build_object('id', t.id, 'state', t.state,
  'isStoppable', t.state = 'running' and s.is_connected and exists (select from evses c
    where c.station_id = t.station_id and c.evse_no = t.evse_no and c.transaction_number = t.number))`

/** As in its index; `coalesce` would not use one under row-level security. */
const idTag = sql`(case when t.id_tag is null then '' else t.id_tag end)`

const start = { card: sql`t.card_id`, at: sql`t.started_at` }

/**
 * Returns the columns of the client that the card of a session had at the start. Users of a client do not see which other
 * client's card charged at their stations.
 */
function sessionClient(viewer: Pick<Scope, 'isAdmin' | 'clientId'> | null) {
  const own = viewer === null || viewer.isAdmin ? null : viewer.clientId
  const id =
    own === null
      ? clientOfCardAt(start.at)
      : sql`(case when ${belongedToClients([own], start)} then ${own}::uuid end)`
  const { client, clientname } = columnsOfClient(id)
  const isOneOf = (ids: readonly string[]) => {
    const seen = own === null ? ids : ids.filter((one) => one === own)
    return sql`(t.card_id = any(array(${cardsOfClients(seen)})) and ${belongedToClients(seen, start)})`
  }
  return { client: { ...client, isOneOf }, clientname }
}

const stationClient = clientColumns('s')

const seesStation = ofAccount('s.account_id', { charge_point: 's.id' })
const seesCard = ofAccount('k.account_id', { card: 'k.id' })

/** Returns a value of the car of `transactions t`, which may belong to another user. */
const ofCar = (name: 'id' | 'identity' | 'label') => sql`car_of_session(t.id) ->> ${sql.lit(name)}`
const seesCar = ofAccount('v.account_id', { car: 'v.id' })

/**
 * Returns `transactions t` with its `stations s`, its `cards k` and its `cars v`, without those that the viewer does not
 * see: users of a client see sessions at its stations with cards of others, and with its cards at stations of others.
 */
export const transactionTables = (scope: Scope) =>
  // left joins, so that a count can omit them
  sql`transactions t left join stations s on s.id = t.station_id and (${seesStation(scope)})
    left join cards k on k.id = t.card_id and (${seesCard(scope)})
    left join session_cars vt on vt.transaction_id = t.id
    left join cars v on v.id = vt.car_id and (${seesCar(scope)}) ${sessionPriceTables(scope)}`

export const transactionSource: ListSource<WithFacts<TransactionListed>> = {
  from: transactionTables,
  columns: {
    id: column.id('t.id'),
    transactionid: column.integer('t.number'),
    stationid: column.id('t.station_id'),
    identity: column.text(sql`coalesce(s.identity, '')`),
    stationlabel: column.text('s.label', 'nullable'),
    connectorid: column.integer(sql`coalesce(t.evse_no, 0)`),
    code: column.text(idTag),
    cardid: column.id('t.card_id', 'nullable'),
    cardname: column.text('k.name', 'nullable'),
    ...sessionClient(null),
    stationclient: stationClient.client,
    stationclientname: stationClient.clientname,
    ...placeColumns,
    decision: column.text(sql`coalesce(t.decision, '')`),
    accessrule: column.id('t.access_rule_id', 'nullable'),
    refusalreason: column.text('t.refusal_reason', 'nullable'),
    reservationid: column.integer('t.reservation_number', 'nullable'),
    datestart: column.instant('t.started_at'),
    datestop: column.instant('t.stopped_at', 'nullable'),
    meterstart: column.integer('t.meter_start_wh'),
    meterstop: column.integer('t.meter_stop_wh', 'nullable'),
    energy: column.number(energy),
    duration: column.integer(
      sql`greatest(extract(epoch from coalesce(t.stopped_at, now()) - t.started_at), 0)::bigint`,
    ),
    power: column.number('t.power_w', 'nullable'),
    soc: column.number('t.soc', 'nullable'),
    readingsat: column.instant('t.readings_at', 'nullable'),
    reason: column.text('t.stop_reason', 'nullable'),
    statecode: column.text('t.state'),
    statename: column.text(stateName('transaction', sql`t.state`)),
    flags: column.list('t.flags'),
    receivedstart: column.instant('t.received_start_at'),
    receivedstop: column.instant('t.received_stop_at', 'nullable'),
    methods: column.shown(transactionFacts),
    protocol: column.text('t.protocol'),
    stationref: column.text('t.station_ref', 'nullable'),
    tokentype: column.text('t.token_type', 'nullable'),
    dateauthorised: column.instant('t.authorised_at', 'nullable'),
    dateenergystart: column.instant('t.energy_started_at', 'nullable'),
    chargingstate: column.text(
      sql`(select e.state from transaction_states e where e.transaction_id = t.id order by e.at desc limit 1)`,
      'nullable',
    ),
    commandid: column.id('t.command_id', 'nullable'),
    continues: column.integer(
      sql`(select e.number from transactions e where e.id = t.continues_id)`,
      'nullable',
    ),
    car: column.id('v.id', 'nullable'),
    carplate: column.text('v.identity', 'nullable'),
    carlabel: column.text('v.label', 'nullable'),
    revision: column.integer('t.revision'),
    ...sessionPriceColumns,
  },
  key: 'id',
  order: ['datestart DESC'],
  visible: visibleTransactions,
}

/** One session, with the states that its connector reported until the vehicle left. */
export const transactionDetailSource: ListSource<WithFacts<TransactionShown>> = {
  ...transactionSource,
  columns: {
    ...transactionSource.columns,
    continuedby: column.integer(
      sql`(select min(l.number) from transactions l where l.continues_id = t.id)`,
      'nullable',
    ),
    states: column.shown(sql`(select coalesce(json_agg(json_build_object('state', e.state, 'date', e.at,
        'received', e.received_at) order by e.at, e.received_at), '[]')
      from transaction_states e where e.transaction_id = t.id)`),
  },
}

/**
 * Returns the source for a viewer: with the clients that users of a client may see; for drivers without identities, with the
 * name of the place where they charged if they do not see its station, and with the car that they chose, which may belong to
 * another user.
 */
export const sourceFor = <Row extends Pick<TransactionListed, 'identity' | 'stationlabel'>>(
  source: ListSource<Row>,
  viewer: Scope,
): ListSource<Row> => {
  const limited = { ...source, columns: { ...source.columns, ...sessionClient(viewer) } }
  const shown = withoutIdentity(limited, viewer)
  if (!viewer.isDriver) return shown
  const stationlabel = column.text(sql`coalesce(s.label, place_name(t.station_id))`, 'nullable')
  const car = {
    car: column.id(sql`(${ofCar('id')})::uuid`, 'nullable'),
    carplate: column.text(ofCar('identity'), 'nullable'),
    carlabel: column.text(ofCar('label'), 'nullable'),
  }
  return { ...shown, columns: { ...shown.columns, stationlabel, ...car } }
}

/** Returns energy in Wh and number of the matching sessions. */
export const sumTransactions = (
  db: Db,
  scope: Scope,
  query: Query,
): Promise<{ sum: number; count: number } | Refusal> =>
  runTotals(
    { db, source: sourceFor(transactionSource, scope), scope },
    query,
    sql`coalesce(sum(${energy}), 0)::double precision as sum, count(*) as count`,
  )

/**
 * Returns place and time of a session, for objects that belong to it; null if the viewer sees none with this
 * number.
 */
export async function findSession(db: Db, scope: Scope, number: number) {
  const row = await db
    .selectFrom('transactions as t')
    .select(['t.number', 't.station_id', 't.evse_no', 't.started_at', 't.stopped_at', 't.meter_start_wh'])
    .where('t.number', '=', number)
    .where(sql<boolean>`${visibleTransactions(scope)}`)
    .executeTakeFirst()
  if (!row) return null
  return {
    number: row.number,
    stationId: row.station_id,
    evseNo: row.evse_no ?? 0,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    meterStartWh: row.meter_start_wh,
  }
}

/** Returns those of the numbers whose sessions the viewer may see. */
export async function visibleNumbers(db: Db, scope: Scope, numbers: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('transactions as t')
    .select('t.number')
    .where('t.number', 'in', [...numbers])
    .where(sql<boolean>`${visibleTransactions(scope)}`)
    .execute()
  return rows.map(({ number }) => number)
}
