import type { SampleData } from './sample-ids.ts'
import type { TestServer } from './test-server.ts'

/** Adds a seller of each dataset, and an invoice for its client. */
export async function addInvoices(
  { db }: TestServer,
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
}
