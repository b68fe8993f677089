import type { AnswerOf, clientGet, clientTotals } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { belongedToClients, cardsOfClients } from '../../storage/client-of-card.ts'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import type { WithFacts } from '../workflow/index.ts'

type ClientShown = AnswerOf<typeof clientGet>

/** Selects the clients that the viewer may see, as `clients p`: users of a client see that client only. */
export function visibleClients(scope: Scope): RawBuilder<unknown> {
  if (scope.isAdmin) return sql`true`
  if (scope.isDriver) return sql`p.id = ${scope.clientId}::uuid`
  return sql`p.account_id = ${scope.accountId}${exceptFor(scope, { client: 'p.id' })}`
}

/** Columns of the client of an object, whose table has the alias. */
export const clientColumns = (alias: string) => columnsOfClient(sql.ref(`${alias}.client_id`))

/** Columns of the client with an id. */
export const columnsOfClient = (id: RawBuilder<unknown>) => {
  const of = (name: string) =>
    column.text(sql`(select ${sql.ref(`p.${name}`)} from clients p where p.id = ${id})`, 'nullable')
  return {
    client: column.id(id, 'nullable'),
    clientcode: of('code'),
    clientname: of('name'),
  }
}

const count = (table: 'stations' | 'cards' | 'users') =>
  column.integer(
    sql`(select count(*) from ${sql.table(table)} n where n.client_id = p.id and n.state <> 'deleted')`,
  )

const ofGroup = (name: 'id' | 'code' | 'label') =>
  sql`(select ${sql.ref(`g.${name}`)} from client_group_members m join client_groups g on g.id = m.group_id
    where m.client_id = p.id and m.until is null)`

export const clientSource: ListSource<WithFacts<ClientShown>> = {
  from: sql`clients p`,
  columns: {
    ...objectColumns('client', { alias: 'p', owner: 'p.owner_id' }),
    code: column.text('p.code'),
    name: column.text('p.name'),
    firstname: column.text('p.first_name', 'nullable'),
    lastname: column.text('p.last_name', 'nullable'),
    middlename: column.text('p.middle_name', 'nullable'),
    label: column.text('p.label', 'nullable'),
    description: column.text('p.description', 'nullable'),
    username: column.text(
      sql`(select u.username from users u where u.client_id = p.id and u.state <> 'deleted'
        order by u.created_at, u.id limit 1)`,
      'nullable',
    ),
    currencycode: column.text('p.currency_code'),
    email: column.text('p.email', 'nullable'),
    emailverified: column.boolean('p.is_email_verified'),
    phone: column.text('p.phone', 'nullable'),
    phoneverified: column.boolean('p.is_phone_verified'),
    birthday: column.text(sql`to_char(p.birthday, 'YYYY-MM-DD')`, 'nullable'),
    identity: column.text('p.identity', 'nullable'),
    localecode: column.text('p.locale'),
    street: column.text('p.street', 'nullable'),
    postalcode: column.text('p.postal_code', 'nullable'),
    city: column.text('p.city', 'nullable'),
    countrycode: column.text('p.country_code', 'nullable'),
    vatid: column.text('p.vat_id', 'nullable'),
    electronicaddress: column.text('p.electronic_address', 'nullable'),
    electronicscheme: column.text('p.electronic_scheme', 'nullable'),
    buyerreference: column.text('p.buyer_reference', 'nullable'),
    paymentdays: column.integer('p.payment_days', 'nullable'),
    invoicemailed: column.boolean('p.is_invoice_mailed'),
    schedule: column.text('p.invoice_schedule', 'nullable'),
    group: column.id(ofGroup('id'), 'nullable'),
    groupcode: column.text(ofGroup('code'), 'nullable'),
    grouplabel: column.text(ofGroup('label'), 'nullable'),
    isprepaid: column.boolean('p.is_prepaid'),
    lowbalance: column.number(sql`trim_scale(p.low_balance)`, 'nullable'),
    isreversecharge: column.boolean('p.is_reverse_charge'),
    tags: column.list('p.tags'),
    stations: count('stations'),
    cards: count('cards'),
    users: count('users'),
    methods: column.shown(sql`json_build_object('id', p.id, 'state', p.state)`),
    version_no: column.integer('p.version_no'),
  },
  key: 'id',
  order: ['name'],
  visible: visibleClients,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`p.state = 'deleted'` },
}

/**
 * Returns sessions, Wh and seconds of a client per period: sessions at its stations and with its cards, each once,
 * by their start in the time zone. Weeks start on Monday.
 */
export async function totalsOf(
  db: Db,
  clientId: string,
  timeZone: string,
): Promise<AnswerOf<typeof clientTotals>> {
  const since = (unit: 'day' | 'week' | 'month') =>
    sql`t.started_at >= date_trunc(${sql.lit(unit)}, now(), ${timeZone})`
  const periods = { today: since('day'), week: since('week'), month: since('month'), all: sql`true` }
  const columns = Object.entries(periods).map(
    ([
      period,
      is,
    ]) => sql`json_build_object('period', ${period}::text, 'sessions', count(*) filter (where ${is}),
      'energy', coalesce(sum(t.wh) filter (where ${is}), 0),
      'duration', round(coalesce(sum(t.seconds) filter (where ${is}), 0)))`,
  )
  const { rows } = await sql<{ totals: AnswerOf<typeof clientTotals> }>`
    select json_build_array(${sql.join(columns)}) as totals from (
      select t.started_at, (case when t.state = 'running'
          then greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0) else t.energy_wh end) as wh,
        extract(epoch from coalesce(t.stopped_at, now()) - t.started_at) as seconds
      from transactions t where t.id in (
        select x.id from transactions x join stations s on s.id = x.station_id where s.client_id = ${clientId}
        union select x.id from transactions x where x.card_id = any(array(${cardsOfClients([clientId])}))
          and ${belongedToClients([clientId], { card: sql`x.card_id`, at: sql`x.started_at` })})) t`.execute(
    db,
  )
  return rows[0]!.totals
}
