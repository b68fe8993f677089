import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'

/** Bank account of the owners of stations of the demo, an example of the Bundesbank. */
const iban = 'DE02120300000000202051'

/** Returns true if no session of an earlier month waits for its price. */
export async function areEarlierMonthsRated(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`select from rating_queue q join transactions t on t.id = q.transaction_id
    where t.is_demo and t.stopped_at < date_trunc('month', ${now}::timestamptz) limit 1`.execute(tx)
  return rows.length === 0
}

/** Gives the owners with statements of the demo a bank account, and shows one statement as paid. */
export async function storePayouts(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await sql`insert into owner_banks (owner_id, account_id, iban, holder)
    select distinct c.id, c.account_id, ${iban}, c.name from owner_statements s join clients c on c.id = s.owner_id
    where s.is_demo and s.account_id = ${accountId} on conflict do nothing`.execute(tx)
  await sql`update owner_statements s set state = 'paid', iban = ${iban}, paid_at = ${now},
      holder = (select c.name from clients c where c.id = s.owner_id)
    where s.id = (select id from owner_statements where is_demo and account_id = ${accountId}
      order by code desc limit 1)`.execute(tx)
}
