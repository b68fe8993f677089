import type { AnswerOf, clientAccountGet, orderGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { stateName, typeName } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'

type AccountShown = AnswerOf<typeof clientAccountGet>
type OrderShown = AnswerOf<typeof orderGet>

/** Amount in units of the currency: a decimal number that keeps its digits. */
const decimal = (minor: RawBuilder<unknown>, currency: string) =>
  column.number(sql`decimal_amount(${minor}, ${sql.ref(currency)})`)

const visibleAccounts = ofAccount('a.account_id', { account: 'a.id', client: 'a.client_id' })
/** Prepaid accounts are passive: those of clients that pay in advance. */
const passive = sql`(select case when p.is_prepaid then 'passive' else 'active' end from clients p where p.id = a.client_id)`
const enabled = sql`'enabled'`

/** Accounts of clients. Those of the operator, such as its bank, are not listed. */
export const clientAccountSource: ListSource<AccountShown> = {
  from: sql`ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id`,
  columns: {
    id: column.id('a.id'),
    classcode: column.text(sql`'account'`),
    typecode: column.text(passive),
    typename: column.text(typeName('account', passive)),
    code: column.text('a.code'),
    statecode: column.text(enabled),
    statename: column.text(stateName('account', enabled)),
    ...clientColumns('a'),
    currency: column.text('a.currency'),
    balance: decimal(sql`b.credit_minor - b.debit_minor`, 'a.currency'),
    held: decimal(sql`b.held_minor`, 'a.currency'),
    creditlimit: decimal(sql`a.limit_minor`, 'a.currency'),
    created: column.instant('a.created_at'),
    // users of a client change nothing
    iseditable: column.boolean(sql`tenant_client() is null`),
  },
  key: 'id',
  order: ['code'],
  visible: (scope) => sql`a.kind = 'client' and ${visibleAccounts(scope)}`,
}

/** Returns the order that a journal with one transfer is; `ref` names the column of its id. */
export const orderOfJournal = (ref: string): RawBuilder<unknown> =>
  sql`(select o.id from ledger_transfers o where o.journal_id = ${sql.ref(ref)} and o.line = 1)`

const visibleOrders = ofAccount('t.account_id', { order: 't.id', client: 't.client_id' })

/** Account of one side of a transfer; users of a client see only those of the client. */
const sideOf = (alias: string, id: string, { clientId }: Scope) =>
  sql`left join ledger_accounts ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(id)}
    ${clientId === null ? sql`` : sql`and ${sql.ref(`${alias}.client_id`)} = ${clientId}`}`

const nameOf = (alias: string) => sql`coalesce(
  (select p.name from clients p where p.id = ${sql.ref(`${alias}.client_id`)}),
  (select o.name from accounts o where o.id = t.account_id), '')`

const state = sql`case when r.id is null then 'succeeded' else 'refunded' end`

/** Orders: the transfers of posted journals. */
export const orderSource: ListSource<OrderShown> = {
  from: (scope) => sql`ledger_transfers t join ledger_journals j on j.id = t.journal_id
    left join ledger_journals r on r.reverses_id = j.id
    ${sideOf('d', 't.debit_id', scope)} ${sideOf('c', 't.credit_id', scope)}`,
  columns: {
    id: column.id('t.id'),
    classcode: column.text(sql`'order'`),
    typecode: column.text('j.kind'),
    typename: column.text(typeName('order', sql`j.kind`)),
    // random digits of the id: consecutive numbers would disclose how much other accounts book
    code: column.text(sql`upper(right(t.id::text, 12))`),
    label: column.text(typeName('order', sql`j.kind`)),
    description: column.text('j.description', 'nullable'),
    statecode: column.text(state),
    statename: column.text(stateName('order', state)),
    statustext: column.text(stateName('order', state)),
    amount: decimal(sql`t.amount_minor`, 't.currency'),
    currency: column.text('t.currency'),
    datetime: column.instant('j.occurred_at'),
    operdate: column.instant('t.booked_at'),
    created: column.instant('t.booked_at'),
    lastupdate: column.instant(sql`coalesce(r.booked_at, t.booked_at)`),
    invoice: column.id('j.invoice_id', 'nullable'),
    client: column.id('t.client_id', 'nullable'),
    debit: column.id('d.id', 'nullable'),
    debitcode: column.text('d.code', 'nullable'),
    credit: column.id('c.id', 'nullable'),
    creditcode: column.text('c.code', 'nullable'),
    payername: column.text(nameOf('d')),
    payeename: column.text(nameOf('c')),
  },
  key: 'id',
  order: ['created DESC'],
  visible: visibleOrders,
}
