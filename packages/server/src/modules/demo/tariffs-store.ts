import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db } from '../../storage/transaction.ts'
import { hashOf, summaryOf } from '../tariffs/index.ts'
import { demoTariffs } from './demo-tariffs.ts'

/** Adds the tariffs of the demo in the currency of the account, valid from the beginning. */
export async function insertTariffs(
  db: Db,
  { accountId, created }: { accountId: string; created: Date },
): Promise<void> {
  const { currency_code: currency } = await db
    .selectFrom('accounts')
    .select('currency_code')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'code'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { code, label, description, mode = null, client, commissionBp = 0, prices } of demoTariffs) {
    const definition = { currency, ...prices }
    const recipient = { client_id: clients.find((each) => each.code === client)?.id ?? null, mode, currency }
    const times = { created_at: created, updated_at: created }
    const id = newId(created.getTime())
    const tariff = { id, account_id: accountId, state: 'active', code, label, description, is_demo: true }
    const added = await db
      .insertInto('tariffs')
      .values({ ...tariff, ...recipient, ...times })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) continue
    await db
      .insertInto('tariff_versions')
      .values({
        id: newId(created.getTime()),
        account_id: accountId,
        tariff_id: id,
        number: 1,
        state: 'active',
        definition: JSON.stringify(definition),
        hash: hashOf(definition),
        ...summaryOf(definition),
        commission_bp: commissionBp,
        type: 'regular',
        ...recipient,
        valid_from: created,
        activated_at: created,
        ...times,
      })
      // a tariff of a user applies already
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const ofDemo = sql`(is_demo or client_id in (select id from clients where is_demo))`

/** Removes them and tariffs of clients of the demo. Those that other sessions used are retired and stay with their client. */
export const tariffRemovals = [
  sql`delete from tariffs t where ${ofDemo} and not exists (select from session_tariffs x
    join tariff_versions v on v.id = x.version_id where v.tariff_id = t.id)`,
  sql`update tariff_versions set state = 'retired', valid_to = greatest(valid_from, now())
    where state = 'active' and (valid_to is null or valid_to > now())
      and tariff_id in (select id from tariffs where ${ofDemo})`,
  sql`update tariffs set state = 'retired', is_demo = false where ${ofDemo}`,
  sql`update clients set is_demo = false where is_demo and id in (select client_id from tariffs)`,
]
