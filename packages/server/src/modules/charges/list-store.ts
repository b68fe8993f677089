import type { AnswerOf, chargeGet, chargeList, chargeSum } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { decimalText } from '../../shared/money.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { stateName } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { isDriverOfCardAt } from '../../storage/driver-of-card.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import { type ListSource, type Query, runOver } from '../../storage/list/list-query.ts'
import { withoutIdentity } from '../../storage/list/without-identity.ts'
import type { Db } from '../../storage/transaction.ts'
import { clientColumns } from '../clients/index.ts'
import { tariffNameOf } from './tariff-name-store.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'

/** Selects the charges that the viewer may see: users of a client see what it pays, drivers those of their sessions. */
export const visibleCharges = ofAccountOrDriver(
  'c.account_id',
  { charge: 'c.id', client: 'c.client_id' },
  (userId) => sql`exists (select from transactions t where t.id = c.transaction_id
    and ${isDriverOfCardAt(userId, { card: sql`t.card_id`, at: sql`t.started_at` })})`,
)

/** Facts of a charge that decide which methods are possible. */
export type ChargeFacts = MethodFacts
export const chargeFacts = sql<ChargeFacts>`json_build_object('id', c.id, 'state', c.state)`

/** Returns minor units as a decimal number with the digits of the currency. */
export const decimal = (minor: string, digits: string): RawBuilder<unknown> =>
  sql`round(${sql.ref(minor)} / 10::numeric ^ ${sql.ref(digits)}, ${sql.ref(digits)})`

const ofSession = (expression: RawBuilder<unknown>) =>
  sql`(select ${expression} from transactions t where t.id = c.transaction_id)`

const serviceName = sql`case c.service when 'ENERGY' then 'Energy' when 'TIME' then 'Charging time'
  when 'PARKING_TIME' then 'Idle time' when 'FLAT' then 'Session fee' else 'Reservation' end`

export const chargeSource: ListSource<WithFacts<AnswerOf<typeof chargeList>[number]>> = {
  from: sql`charges c`,
  columns: {
    id: column.id('c.id'),
    session: column.id('c.transaction_id'),
    transactionid: column.integer(sql`coalesce(${ofSession(sql`t.number`)}, 0)`),
    reservationid: column.integer(ofSession(sql`t.reservation_number`), 'nullable'),
    stationid: column.id('c.station_id'),
    identity: column.text(sql`coalesce((select s.identity from stations s where s.id = c.station_id), '')`),
    label: column.text('c.label'),
    created: column.instant('c.created_at'),
    lastupdate: column.instant('c.updated_at'),
    client: column.id('c.client_id'),
    clientcode: clientColumns('c').clientcode,
    clientname: clientColumns('c').clientname,
    servicecode: column.text('c.service'),
    servicename: column.text(serviceName),
    volume: column.integer('c.quantity'),
    unit: column.text('c.unit'),
    price: column.text('c.price', 'nullable'),
    amount: column.decimal(decimal('c.amount_minor', 'c.digits')),
    currency: column.text('c.currency'),
    taxincluded: column.boolean('c.tax_included'),
    taxrate: column.integer('c.tax_bp'),
    tariffversion: column.id('c.tariff_version_id'),
    tariffname: column.text(tariffNameOf(sql`c.tariff_version_id`), 'nullable'),
    invoiceid: column.id('c.invoice_id', 'nullable'),
    invoicecode: column.text(sql`(select i.code from invoices i where i.id = c.invoice_id)`, 'nullable'),
    statecode: column.text('c.state'),
    statename: column.text(stateName('charge', sql`c.state`)),
    rating: column.id('c.rating_id'),
    reverses: column.id('c.reverses_id', 'nullable'),
    methods: column.shown(chargeFacts),
  },
  key: 'id',
  order: ['created DESC'],
  visible: visibleCharges,
}

/** One charge, with the parts of its calculation. */
export const chargeDetailSource: ListSource<WithFacts<AnswerOf<typeof chargeGet>>> = {
  ...chargeSource,
  columns: { ...chargeSource.columns, parts: column.shown(sql`c.parts`) },
}

interface SumRow {
  currency: string
  digits: number
  amount: string
  uninvoiced: string
  count: number
}

/** Returns the sums of the matching charges per currency; cancelled and proposed ones do not count. */
export async function sumCharges(
  db: Db,
  scope: Scope,
  query: Query,
): Promise<AnswerOf<typeof chargeSum> | Refusal> {
  const rows = await runOver<SumRow>(
    { db, source: withoutIdentity(chargeSource, scope), scope },
    query,
    ({ tables, where }) => sql`select c.currency, c.digits, sum(c.amount_minor)::text as amount,
        coalesce(sum(c.amount_minor) filter (where c.invoice_id is null), 0)::text as uninvoiced, count(*)::int as count
      from ${tables} where ${where} and c.state not in ('cancelled', 'proposed') group by 1, 2 order by 1, 2`,
  )
  if (isRefusal(rows)) return rows
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    sums: rows.map(({ currency, digits, amount, uninvoiced, count }) => ({
      currency,
      amount: decimalText(amount, digits),
      uninvoiced: decimalText(uninvoiced, digits),
      count,
    })),
  }
}
