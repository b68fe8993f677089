import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { IssuedInvoice } from './document-of-invoice.ts'
import { storedLines } from './invoice-store.ts'

export interface DocumentRow {
  id: string
  kind: 'pdf' | 'cii' | 'ubl'
  name: string
  size: number
  sha256: string
  created: string
}

/** Returns the documents of an invoice; the caller has checked that the viewer may see it. */
export async function documentsOf(db: Db, invoiceId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<Omit<DocumentRow, 'created'> & { created: Date }>`select id, kind, name,
      length(content) as size, encode(sha256, 'hex') as sha256, created_at as created
    from documents where invoice_id = ${invoiceId} order by kind`.execute(db)
  return rows.map((row) => ({ ...row, created: row.created.toISOString() }))
}

/** Returns issued invoices whose documents are to be created, the oldest first. */
export async function withoutDocument(db: Db, most: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select i.id from invoices i
    where i.is_document_due order by i.issued_at, i.id limit ${most}`.execute(db)
  return rows
}

/** Documents that one run of the job removes. */
const removedPerRun = 1000

/** Deletes documents that need not be kept any longer, the oldest first. */
export async function removeOldDocuments(db: Db): Promise<void> {
  await sql`delete from documents where id in (select id from documents where keep_until < current_date
    order by keep_until limit ${removedPerRun})`.execute(db)
}

/** Stores a document; it is kept until the years of its seller after the year of the issue are over. */
export async function insertDocument(
  db: Db,
  row: {
    id: string
    accountId: string
    invoiceId: string
    kind: DocumentRow['kind']
    type: string
    name: string
    content: Buffer
    sha256: Buffer
    now: Date
  },
): Promise<void> {
  await sql`insert into documents (id, account_id, invoice_id, kind, type, name, content, sha256, created_at, keep_until)
    select ${row.id}, ${row.accountId}, i.id, ${row.kind}, ${row.type}, ${row.name}, ${row.content}::bytea,
      ${row.sha256}::bytea, ${row.now}, make_date(extract(year from i.issued_on)::int + v.retention_years, 12, 31)
    from invoices i join sellers v on v.id = i.seller_id where i.id = ${row.invoiceId} on conflict (invoice_id, kind) do nothing`.execute(
    db,
  )
}

/** Returns an issued invoice with everything that its documents state; null if it is not issued. */
export async function issuedInvoice(
  db: Db,
  id: string,
): Promise<(IssuedInvoice & { accountId: string }) | null> {
  const { rows } = await sql<
    Omit<IssuedInvoice, 'lines'> & { accountId: string }
  >`select i.account_id as "accountId", i.type, i.code,
      i.issued_on::text as "issuedOn", i.due_on::text as "dueOn", i.period_from::text as "periodFrom",
      i.period_to::text as "periodTo", i.language, i.currency, i.is_tax_included as "isTaxIncluded", i.reference, i.seller,
      i.buyer, i.taxes, i.reason, i.is_trial as "isTrial", i.reserved_minor as "reservedMinor", i.advance_minor as "advanceMinor", (
        select json_build_object('number', o.code, 'issuedOn', o.issued_on) from invoices o
        where o.id = coalesce(i.corrects_id, i.replaces_id)) as preceding
    from invoices i where i.id = ${id} and i.code is not null`.execute(db)
  return rows[0] ? { ...rows[0], lines: await storedLines(db, id) } : null
}
