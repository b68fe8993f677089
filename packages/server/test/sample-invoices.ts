import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

/** Adds a seller of each dataset, an invoice for its client, a payment of it, and a statement of what the client owns. */
export async function addInvoices(
  { db }: { db: Db },
  datasets: readonly SampleData[],
  owner: string | null,
): Promise<void> {
  const sellers = datasets.map(({ accountId: account_id, seller: id, word }) => ({
    id,
    account_id,
    owner_id: owner,
    state: 'enabled',
    code: word,
    name: word,
  }))
  await db.insertInto('sellers').values(sellers).execute()
  const invoices = datasets.map(
    ({ accountId: account_id, seller: seller_id, client: client_id, invoice: id, word }) => ({
      id,
      account_id,
      seller_id,
      client_id,
      type: 'invoice' as const,
      currency: 'EUR',
      is_tax_included: true,
      period_from: '2026-10-01',
      period_to: '2026-10-31',
      language: 'en',
      reason: word,
      state: 'in_progress' as const,
      code: word,
      issued_at: new Date(),
      issued_on: '2026-11-01',
    }),
  )
  await db.insertInto('invoices').values(invoices).execute()
  const statements = datasets.map(
    ({ accountId: account_id, client: owner_id, ownerStatement: id, word }) => ({
      id,
      account_id,
      owner_id,
      month: '2026-10-01',
      code: word,
      currency: 'EUR',
      digits: 2,
      sessions: 1,
      energy_wh: 1_000,
      net_minor: 100,
      commission_minor: 10,
      share_minor: 90,
    }),
  )
  await db.insertInto('owner_statements').values(statements).execute()
  const settings = datasets.map(({ accountId: account_id }) => ({
    account_id,
    consultant_no: 1_001,
    client_no: 1,
  }))
  await db
    .insertInto('accounting_settings')
    .values(settings)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const payments = datasets.map(
    ({ accountId: account_id, client: client_id, invoice, payment: id, word }) => ({
      id,
      account_id,
      client_id,
      invoice_id: invoice,
      type: 'manual' as const,
      purpose: 'invoice' as const,
      state: 'succeeded' as const,
      description: word,
      currency: 'EUR',
      amount_minor: 1000,
      captured_minor: 1000,
      booked_at: new Date(),
    }),
  )
  await db.insertInto('payments').values(payments).execute()
}
