import { freezeInput } from '../src/modules/charges/frozen-input.ts'
import { newId } from '../src/shared/ids.ts'
import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

const about = ({ accountId, transaction, station, client }: SampleData) => ({
  account_id: accountId,
  transaction_id: transaction,
  station_id: station,
  client_id: client,
})

/** Adds a rating of the session of each dataset, and its charge. */
export async function addCharges({ db }: { db: Db }, datasets: readonly SampleData[]): Promise<void> {
  const { input, sha256 } = freezeInput({ tariff: null, offsets: [[0, 0]], session: null })
  const ratings = datasets.map((dataset) => ({
    ...about(dataset),
    id: dataset.rating,
    revision: 1,
    engine: 1,
    currency: 'EUR',
    input,
    input_sha256: sha256,
    flags: [dataset.word],
  }))
  await db.insertInto('ratings').values(ratings).execute()
  const charges = datasets.map((dataset) => ({
    ...about(dataset),
    id: dataset.charge,
    rating_id: dataset.rating,
    service: 'ENERGY' as const,
    quantity: 1_000,
    unit: 'Wh' as const,
    currency: 'EUR',
    digits: 2,
    amount_minor: 42,
    before_limit_minor: 42,
    tax_included: true,
    tax_bp: 1900,
    tariff_version_id: newId(),
    label: dataset.word,
    state: 'processing',
  }))
  await db.insertInto('charges').values(charges).execute()
}
