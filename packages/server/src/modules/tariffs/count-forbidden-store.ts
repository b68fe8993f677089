import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

interface Limited {
  accountCurrency: string
  /** Tariffs with valid prices that AFIR limits. */
  tariffs: Set<string>
}

/** Returns the accounts that have valid prices for all which AFIR limits, with the tariffs. */
export async function accountsWithLimited(db: Db, at: Date): Promise<Map<string, Limited>> {
  const { rows } = await sql<{ accountId: string; currency: string; tariffs: string[] }>`
    select v.account_id as "accountId", a.currency_code as currency, array_agg(v.tariff_id) as tariffs
    from tariff_versions v join accounts a on a.id = v.account_id
    where v.afir_limited and v.client_id is null and v.group_id is null and v.state = 'active'
      and v.valid_from <= ${at} and (v.valid_to is null or v.valid_to > ${at})
    group by v.account_id, a.currency_code`.execute(db)
  return new Map(
    rows.map(({ accountId, currency, tariffs }) => [
      accountId,
      { accountCurrency: currency, tariffs: new Set(tariffs) },
    ]),
  )
}

/** Stores the numbers of connectors of tariffs, 0 for all others; returns the tariffs that changed. */
export async function storeForbidden(
  tx: Tx,
  counts: ReadonlyMap<string, number>,
): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    update tariffs t set afir_connectors = coalesce(n.count, 0)
    from tariffs o left join unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as n (id, count)
      on n.id = o.id
    where t.id = o.id and (o.afir_connectors > 0 or n.id is not null)
      and t.afir_connectors <> coalesce(n.count, 0)
    returning t.id, t.account_id as "accountId"`.execute(tx)
  return rows
}
