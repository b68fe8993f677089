import type { InvoiceSeries } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { StoredPart } from '../charges/index.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { type InvoiceFacts, invoiceFacts, visibleInvoices } from './list-store.ts'
import type { BuyerOfInvoice, SellerOfInvoice } from './party-store.ts'
import type { InvoiceTotals, LineTax } from './totals.ts'

export interface InvoiceRow {
  id: string
  accountId: string
  sellerId: string
  clientId: string
  ownerId: string | null
  type: 'invoice' | 'credit_note'
  state: string
  code: string | null
  reference: string | null
  currency: string
  isTaxIncluded: boolean
  periodFrom: string
  periodTo: string
  issuedOn: string | null
  dueOn: string | null
  language: string
  netMinor: number
  taxMinor: number
  grossMinor: number
  paidMinor: number
  creditedMinor: number
  reminders: number
  isTrial: boolean
  /** Error code of what failed last; null if nothing did. */
  error: string | null
  /** True if a correction of it could not be credited. */
  isCorrectionFailed: boolean
  facts: InvoiceFacts
}

const invoiceColumns = sql`i.id, i.account_id as "accountId", i.seller_id as "sellerId", i.client_id as "clientId",
  i.owner_id as "ownerId", i.type, i.state, i.code, i.reference, i.currency, i.is_tax_included as "isTaxIncluded",
  i.period_from::text as "periodFrom", i.period_to::text as "periodTo", i.issued_on::text as "issuedOn",
  i.due_on::text as "dueOn", i.language, i.net_minor as "netMinor", i.tax_minor as "taxMinor",
  i.gross_minor as "grossMinor", i.paid_minor as "paidMinor", i.credited_minor as "creditedMinor", i.reminders,
  i.is_trial as "isTrial", i.error, i.is_correction_failed as "isCorrectionFailed", ${invoiceFacts} as facts`

/** Returns an invoice that the scope may see, locked if it is to be changed. */
export async function findInvoice(
  db: Db,
  scope: Scope,
  { id, isLocked }: { id: string; isLocked: boolean },
): Promise<InvoiceRow | null> {
  const { rows } = await sql<InvoiceRow>`select ${invoiceColumns} from invoices i
    where i.id = ${id} and (${visibleInvoices(scope)}) ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Returns an invoice and locks it, without a check of rights: for jobs and payments. */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow | null> {
  const { rows } =
    await sql<InvoiceRow>`select ${invoiceColumns} from invoices i where i.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Returns seller and buyer as an issued invoice states them. */
export async function partiesOfIssued(
  tx: Tx,
  id: string,
): Promise<{ seller: SellerOfInvoice; buyer: BuyerOfInvoice }> {
  const { rows } = await sql<{
    seller: SellerOfInvoice
    buyer: BuyerOfInvoice
  }>`select seller, buyer from invoices where id = ${id}`.execute(tx)
  return rows[0]!
}

/** Returns drafts that a job created and did not issue, because the server stopped between both. */
export async function draftsOfJob(db: Db, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from invoices
    where seller_id = ${sellerId} and state = 'created' and type = 'invoice' and owner_id is null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns true if the client has a draft of the same kind for the period: it is issued or cancelled first. */
export async function hasDraft(
  tx: Tx,
  draft: Pick<InvoiceRow, 'sellerId' | 'clientId' | 'currency' | 'isTaxIncluded' | 'periodFrom' | 'periodTo'>,
): Promise<boolean> {
  const { rows } = await sql`select from invoices where seller_id = ${draft.sellerId}
    and client_id = ${draft.clientId} and currency = ${draft.currency} and is_tax_included = ${draft.isTaxIncluded}
    and period_from = ${draft.periodFrom}::date and period_to = ${draft.periodTo}::date
    and state in ('created', 'failed') and type = 'invoice'`.execute(tx)
  return rows.length > 0
}

export interface NewInvoice
  extends Pick<
    InvoiceRow,
    | 'id'
    | 'accountId'
    | 'sellerId'
    | 'clientId'
    | 'ownerId'
    | 'type'
    | 'currency'
    | 'isTaxIncluded'
    | 'periodFrom'
    | 'periodTo'
    | 'language'
  > {
  correctsId: string | null
  /** Credited invoice that this one replaces. */
  replacesId: string | null
  reason: string | null
  isTrial: boolean
  totals: InvoiceTotals
  now: Date
}

export async function insertInvoice(tx: Tx, row: NewInvoice): Promise<void> {
  await sql`insert into invoices (id, account_id, seller_id, client_id, owner_id, type, currency, is_tax_included,
      period_from, period_to, language, corrects_id, replaces_id, reason, is_trial, net_minor, tax_minor, gross_minor, taxes,
      created_at, updated_at)
    values (${row.id}, ${row.accountId}, ${row.sellerId}, ${row.clientId}, ${row.ownerId}, ${row.type}, ${row.currency},
      ${row.isTaxIncluded}, ${row.periodFrom}::date, ${row.periodTo}::date, ${row.language}, ${row.correctsId},
      ${row.replacesId}, ${row.reason}, ${row.isTrial}, ${row.totals.netMinor}, ${row.totals.taxMinor}, ${row.totals.grossMinor},
      ${JSON.stringify(row.totals.taxes)}::jsonb, ${row.now}, ${row.now})`.execute(tx)
}

/** A line as it is stored. */
export interface StoredLine extends LineTax {
  line: number
  chargeId: string
  transactionId: string
  /** Number of the session. */
  transactionNumber: number | null
  service: string
  /** Identity of the station. */
  station: string
  place: string | null
  tariff: string | null
  startedAt: Date
  endedAt: Date
  timeZone: string
  meterStartWh: number | null
  meterStopWh: number | null
  /** Wh, seconds or a count. */
  quantity: number
  unit: string
  /** Price per kWh, hour or piece as in the tariff, if there is one. */
  price: string | null
  /** As in the price list. */
  amountMinor: number
  taxBp: number
  country: string
  /** Calculation of the amount. */
  parts: readonly StoredPart[]
}

export async function insertLines(
  tx: Tx,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  lines: readonly StoredLine[],
): Promise<void> {
  await sql`insert into invoice_lines (invoice_id, account_id, line, charge_id, transaction_id, transaction_number, service, station, place,
      tariff, started_at, ended_at, time_zone, meter_start_wh, meter_stop_wh, quantity, unit, price, amount_minor, net_minor,
      tax_minor, tax_bp, country, parts)
    select ${invoiceId}::uuid, ${accountId}::uuid, l.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
      "line" int, "chargeId" uuid, "transactionId" uuid, "transactionNumber" int, "service" text, "station" text, "place" text, "tariff" text,
      "startedAt" timestamptz, "endedAt" timestamptz, "timeZone" text, "meterStartWh" bigint, "meterStopWh" bigint,
      "quantity" bigint, "unit" text, "price" text, "amountMinor" bigint, "netMinor" bigint, "taxMinor" bigint, "taxBp" int, "country" text,
      "parts" jsonb)`.execute(tx)
}

const lineColumns = sql`line, charge_id as "chargeId", transaction_id as "transactionId", transaction_number as "transactionNumber", service, station, place, tariff,
  started_at as "startedAt", ended_at as "endedAt", time_zone as "timeZone", meter_start_wh as "meterStartWh",
  meter_stop_wh as "meterStopWh", quantity, unit, price, amount_minor as "amountMinor", net_minor as "netMinor",
  tax_minor as "taxMinor", tax_bp as "taxBp", country, parts`

/** Returns the lines of an invoice in their order. */
export async function storedLines(
  db: Db,
  invoiceId: string,
  where: RawBuilder<unknown> = sql`true`,
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`select ${lineColumns} from invoice_lines
    where invoice_id = ${invoiceId} and ${where} order by line`.execute(db)
  return rows
}

/** Returns the lines that no credit note repeats, and no other invoice takes back. */
export const uncreditedLines = (tx: Tx, invoiceId: string): Promise<StoredLine[]> =>
  storedLines(
    tx,
    invoiceId,
    sql`not exists (select from invoices c join invoice_lines l on l.invoice_id = c.id
      where c.corrects_id = ${invoiceId} and l.charge_id = invoice_lines.charge_id)
    and not exists (select from charges x where x.reverses_id = invoice_lines.charge_id and x.invoice_id is not null
      and x.state in ('processing', 'succeeded'))`,
  )

/** Takes the next number of a series; its row is locked until the end of the transaction, so that no number is missing. */
export async function nextNumber(
  tx: Tx,
  {
    sellerId,
    accountId,
    series,
    year,
  }: { sellerId: string; accountId: string; series: InvoiceSeries; year: number },
): Promise<number> {
  const { rows } = await sql<{
    number: number
  }>`insert into invoice_series as s (seller_id, account_id, series, year, next_no)
    values (${sellerId}, ${accountId}, ${series}, ${year}, 2)
    on conflict (seller_id, series, year) do update set next_no = s.next_no + 1 returning next_no - 1 as number`.execute(
    tx,
  )
  return rows[0]!.number
}

interface Issue {
  code: string
  reference: string | null
  issuedOn: string
  dueOn: string | null
  seller: object
  buyer: object
  state: string
  reservedMinor?: number
  advanceMinor?: number
  paidMinor?: number
  now: Date
}

export async function storeIssue(tx: Tx, id: string, issue: Issue): Promise<void> {
  await sql`update invoices set state = ${issue.state}, code = ${issue.code}, reference = ${issue.reference},
      issued_on = ${issue.issuedOn}::date, due_on = ${issue.dueOn}::date, issued_at = ${issue.now},
      seller = ${JSON.stringify(issue.seller)}::jsonb,
      buyer = ${JSON.stringify(issue.buyer)}::jsonb, reserved_minor = ${issue.reservedMinor ?? 0},
      advance_minor = ${issue.advanceMinor ?? 0}, paid_minor = ${issue.paidMinor ?? 0}, error = null, is_document_due = true, updated_at = ${issue.now}, version_no = version_no + 1
    where id = ${id}`.execute(tx)
}

/** Changes what may change after an invoice was issued. */
export async function updateInvoice(
  tx: Tx,
  id: string,
  change: {
    state?: string
    error?: string | null
    isCorrectionFailed?: boolean
    isDocumentDue?: boolean
    paidMinor?: number
    creditedMinor?: number
    now: Date
  },
): Promise<void> {
  const set = [
    change.state !== undefined && sql`state = ${change.state}`,
    change.error !== undefined && sql`error = ${change.error}`,
    change.isCorrectionFailed !== undefined && sql`is_correction_failed = ${change.isCorrectionFailed}`,
    change.isDocumentDue !== undefined && sql`is_document_due = ${change.isDocumentDue}`,
    change.paidMinor !== undefined && sql`paid_minor = ${change.paidMinor}`,
    change.creditedMinor !== undefined && sql`credited_minor = ${change.creditedMinor}`,
  ].filter((part) => part !== false && part !== undefined)
  await sql`update invoices set ${sql.join([...set, sql`updated_at = ${change.now}`, sql`version_no = version_no + 1`])}
    where id = ${id}`.execute(tx)
}

/** Deletes the lines of a draft with their totals. */
export async function deleteLines(tx: Tx, invoiceId: string): Promise<void> {
  await sql`delete from invoice_lines where invoice_id = ${invoiceId}`.execute(tx)
  await sql`update invoices set net_minor = 0, tax_minor = 0, gross_minor = 0, taxes = '[]'
    where id = ${invoiceId}`.execute(tx)
}
