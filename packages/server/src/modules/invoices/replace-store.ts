import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Returns the id of the invoice that replaces another one; null if there is none. */
export async function replacementOf(db: Db, invoiceId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select id from invoices where replaces_id = ${invoiceId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns true if a payment of an invoice waits for its payer or its provider. */
export async function hasWaitingPayment(tx: Tx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`select from payments where invoice_id = ${invoiceId}
    and state in ('pending', 'waiting_for_capture') limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns true for the invoice of a guest, which is in the language of its page. */
export async function isOfGuest(tx: Tx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`select from invoices i join guest_settings g on g.client_id = i.client_id
    where i.id = ${invoiceId}`.execute(tx)
  return rows.length > 0
}

/** Lets the link of a guest show the new invoice. */
export const showToGuest = (tx: Tx, { replacedId, newId }: { replacedId: string; newId: string }) =>
  sql`update guest_charges set invoice_id = ${newId} where invoice_id = ${replacedId}`.execute(tx)

interface CreditNote {
  id: string
  code: string
  chargeIds: string[]
}

/** Returns the credit notes of an invoice with their charges, the oldest first. */
export async function creditNotesOf(tx: Tx, invoiceId: string): Promise<CreditNote[]> {
  const { rows } = await sql<CreditNote>`
    select c.id, c.code, array_agg(l.charge_id order by l.line)::text[] as "chargeIds"
    from invoices c join invoice_lines l on l.invoice_id = c.id where c.corrects_id = ${invoiceId}
    group by c.id order by c.created_at, c.id`.execute(tx)
  return rows
}
