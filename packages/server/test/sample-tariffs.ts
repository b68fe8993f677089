import { newId } from '../src/shared/ids.ts'
import { hashOf, summaryOf } from '../src/modules/tariffs/index.ts'
import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

const definition = {
  currency: 'EUR',
  tax_included: 'YES' as const,
  vat: 1900,
  elements: [{ price_components: [{ type: 'ENERGY' as const, price: '0.49' }] }],
}

/** Adds a group with the client, and a tariff of the client with an active version and a draft. */
export async function addSampleTariffs(
  { db }: { db: Db },
  datasets: readonly SampleData[],
  owner_id: string | null,
): Promise<void> {
  const since = new Date(Date.now() - 86_400_000)
  const named = ({ accountId: account_id, word }: SampleData) => ({
    account_id,
    owner_id,
    code: word,
    label: word,
  })
  await db
    .insertInto('client_groups')
    .values(datasets.map((of) => ({ ...named(of), id: of.clientGroup, state: 'enabled' })))
    .execute()
  await db
    .insertInto('client_group_members')
    .values(
      datasets.map((of) => ({
        id: newId(),
        account_id: of.accountId,
        group_id: of.clientGroup,
        client_id: of.client,
        since,
      })),
    )
    .execute()
  await db
    .insertInto('tariffs')
    .values(
      datasets.map((of) => ({
        ...named(of),
        id: of.tariff,
        state: 'active',
        client_id: of.client,
        currency: 'EUR',
      })),
    )
    .execute()
  const content = {
    definition: JSON.stringify(definition),
    hash: hashOf(definition),
    ...summaryOf(definition),
  }
  await db
    .insertInto('tariff_versions')
    .values(
      datasets.flatMap((of) => {
        const version = { account_id: of.accountId, tariff_id: of.tariff, ...content }
        const active = {
          state: 'active' as const,
          type: 'regular',
          client_id: of.client,
          currency: 'EUR',
          valid_from: since,
          activated_at: since,
        }
        return [
          { ...version, ...active, id: newId(), number: 1 },
          { ...version, id: newId(), number: 2 },
        ]
      }),
    )
    .execute()
}
