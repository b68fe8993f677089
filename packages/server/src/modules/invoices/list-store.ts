import type { AnswerOf, invoiceGet, invoiceLines, invoiceList } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { clientColumns } from '../clients/index.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'

type InvoiceListed = AnswerOf<typeof invoiceList>[number]
type InvoiceShown = AnswerOf<typeof invoiceGet>

/** Facts of an invoice that decide which methods are possible. */
export interface InvoiceFacts extends MethodFacts {
  isCreditNote: boolean
  /** True if credit notes repeat all of its lines. */
  isCredited: boolean
  /** True if another invoice replaces it. */
  isReplaced: boolean
  /** True if its documents could not be made. */
  hasDocumentError: boolean
  /** True if it belongs to the demo. */
  isDemo: boolean
}

/** Selects the invoices that the viewer may see, as `invoices i`: users of a client see those issued to it. */
export function visibleInvoices(scope: Scope): RawBuilder<unknown> {
  if (scope.isAdmin) return sql`true`
  if (scope.isDriver) return sql`false`
  const issued = scope.clientId === null ? sql`` : sql` and i.code is not null`
  return sql`i.account_id = ${scope.accountId}${issued}${exceptFor(scope, { invoice: 'i.id', client: 'i.client_id' })}`
}

/** The facts over `invoices i`. */
export const invoiceFacts = sql<InvoiceFacts>`json_build_object('id', i.id, 'state', i.state,
  'isCreditNote', i.type = 'credit_note', 'isCredited', i.credited_minor >= i.gross_minor,
  'isReplaced', exists (select from invoices n where n.replaces_id = i.id),
  'hasDocumentError', i.error is not distinct from 'invoice.document_failed', 'isDemo', i.is_demo)`

const openAmount = sql`(case when i.code is null or i.type = 'credit_note' then 0
  else greatest(i.gross_minor - i.paid_minor - i.credited_minor, 0) end)`

const day = (name: string) => sql`to_char(${sql.ref(name)}, 'YYYY-MM-DD')`

/** Returns a column of an amount in minor units as decimal text in the currency of the invoice. */
const amount = (minor: RawBuilder<unknown>) => column.decimal(sql`decimal_amount(${minor}, i.currency)`)

const listColumns = {
  ...objectColumns('invoice', {
    alias: 'i',
    owner: 'i.owner_id',
    stateType: sql`state_type_of('invoice', i.state)`,
  }),
  code: column.text('i.code', 'nullable'),
  ...clientColumns('i'),
  seller: column.id('i.seller_id'),
  sellername: column.text(
    sql`coalesce(i.seller ->> 'name', (select v.name from sellers v where v.id = i.seller_id), '')`,
  ),
  currency: column.text('i.currency'),
  net: amount(sql`i.net_minor`),
  tax: amount(sql`i.tax_minor`),
  amount: amount(sql`i.gross_minor`),
  paid: amount(sql`i.paid_minor`),
  credited: amount(sql`i.credited_minor`),
  open: amount(openAmount),
  taxincluded: column.boolean('i.is_tax_included'),
  periodfrom: column.text(day('i.period_from')),
  periodto: column.text(day('i.period_to')),
  issued: column.text(day('i.issued_on'), 'nullable'),
  due: column.text(day('i.due_on'), 'nullable'),
  overdue: column.boolean(sql`(i.state = 'in_progress' and i.due_on < current_date and ${openAmount} > 0)`),
  reference: column.text('i.reference', 'nullable'),
  description: column.text('i.reason', 'nullable'),
  language: column.text('i.language'),
  corrects: column.id('i.corrects_id', 'nullable'),
  correctscode: column.text(sql`(select o.code from invoices o where o.id = i.corrects_id)`, 'nullable'),
  replaces: column.id('i.replaces_id', 'nullable'),
  replacescode: column.text(sql`(select o.code from invoices o where o.id = i.replaces_id)`, 'nullable'),
  replacedby: column.id(sql`(select n.id from invoices n where n.replaces_id = i.id)`, 'nullable'),
  replacedbycode: column.text(sql`(select n.code from invoices n where n.replaces_id = i.id)`, 'nullable'),
  trial: column.boolean('i.is_trial'),
  // what failed with its documents has its own method, and is shown first
  error: column.text(
    sql`coalesce(i.error, case when i.is_correction_failed then 'invoice.correction_failed' end)`,
    'nullable',
  ),
  reminders: column.integer('i.reminders'),
  reminded: column.instant('i.reminded_at', 'nullable'),
  lines: column.integer(sql`(select count(*) from invoice_lines l where l.invoice_id = i.id)`),
  methods: column.shown(invoiceFacts),
  version_no: column.integer('i.version_no'),
}

const common = {
  from: sql`invoices i`,
  key: 'id',
  order: ['created DESC'],
  visible: visibleInvoices,
} as const

export const invoiceSource: ListSource<WithFacts<InvoiceListed>> = { ...common, columns: listColumns }

/** One invoice; its documents are added with their addresses. */
export const invoiceDetailSource: ListSource<WithFacts<Omit<InvoiceShown, 'documents'>>> = {
  ...common,
  columns: {
    ...listColumns,
    taxes: column.shown(sql`(select coalesce(json_agg(json_build_object('country', t ->> 'country',
      'rate', (t -> 'taxBp')::int, 'net', decimal_amount((t -> 'netMinor')::bigint, i.currency)::text,
      'tax', decimal_amount((t -> 'taxMinor')::bigint, i.currency)::text,
      'gross', decimal_amount((t -> 'grossMinor')::bigint, i.currency)::text) order by n), '[]'::json)
      from jsonb_array_elements(i.taxes) with ordinality as each(t, n))`),
    creditnotes: column.shown(sql`(select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code,
      'amount', decimal_amount(c.gross_minor, c.currency)::text, 'issued', to_char(c.issued_on, 'YYYY-MM-DD')) order by c.created_at, c.id), '[]'::json)
      from invoices c where c.corrects_id = i.id)`),
    dunningended: column.instant('i.dunning_ended_at', 'nullable'),
    demo: column.boolean('i.is_demo'),
    mails:
      column.shown(sql`(select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'recipient', d.recipient,
      'state', case when e.via = 'folder' and d.state = 'sent' then 'stored' else d.state end,
      'created', to_json(d.created_at at time zone 'UTC') #>> '{}' || 'Z', 'error', d.error) order by d.created_at desc, d.id), '[]'::json)
      from invoice_mails d left join mails e on e.id = d.id where d.invoice_id = i.id)`),
  },
}

/** Returns lines of an invoice; the caller has checked that the viewer may see it. */
export async function linesOf(
  db: Db,
  invoiceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<AnswerOf<typeof invoiceLines>> {
  const { rows } = await sql<AnswerOf<typeof invoiceLines>[number]>`
    select l.line, l.charge_id as charge, l.transaction_id as transaction, l.transaction_number as transactionid, coalesce(c.rating_id, case when i.is_demo then (select r.id from ratings r
        where r.transaction_id = l.transaction_id and r.superseded_by is null limit 1) end) as rating,
      (select v.tariff_id from tariff_versions v where v.id = coalesce(c.tariff_version_id, case when i.is_demo then (
        select r.tariff_version_id from ratings r where r.transaction_id = l.transaction_id and r.superseded_by is null limit 1) end)) as tariffid, l.service, l.station, l.place, l.tariff,
      to_json(started_at at time zone 'UTC') #>> '{}' || 'Z' as datestart,
      to_json(ended_at at time zone 'UTC') #>> '{}' || 'Z' as datestop, l.time_zone as timezone,
      meter_start_wh as meterstart, meter_stop_wh as meterstop, l.quantity, l.price,
      decimal_amount(l.amount_minor, i.currency)::text as amount, decimal_amount(l.net_minor, i.currency)::text as net,
      decimal_amount(l.tax_minor, i.currency)::text as tax, l.tax_bp as rate, l.country
    from invoice_lines l join invoices i on i.id = l.invoice_id left join charges c on c.id = l.charge_id
    where l.invoice_id = ${invoiceId} order by l.line limit ${limit} offset ${offset}`.execute(db)
  return rows
}
