import { sql } from 'kysely'
import type { ledgerComparisons } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Differences that the result of a check lists; all are counted. */
const maxDetails = 20

const difference = (what: string, object: string, values: string) =>
  sql.raw(`jsonb_build_object('what', '${what}', 'id', ${object}, ${values}) as detail`)

/** Transfers by ledger account. */
const sides = sql`select x.id, sum(x.debit) as debit, sum(x.credit) as credit from (
    select debit_id as id, amount_minor as debit, 0 as credit from ledger_transfers
    union all select credit_id, 0, amount_minor from ledger_transfers) x group by x.id`

/** Balances that differ from the sum of their transfers. */
const wrongBalances = sql`select a.account_id, ${difference('balance', 'a.id', "'debit', b.debit_minor, 'expecteddebit', coalesce(s.debit, 0), 'credit', b.credit_minor, 'expectedcredit', coalesce(s.credit, 0)")}
  from ledger_accounts a left join ledger_balances b on b.ledger_account_id = a.id left join (${sides}) s on s.id = a.id
  where b.debit_minor is distinct from coalesce(s.debit, 0) or b.credit_minor is distinct from coalesce(s.credit, 0)`

/** Journals whose total differs from the sum of their transfers. */
const wrongJournals = sql`select j.account_id, ${difference('journal', 'j.id', "'total', j.total_minor, 'expected', coalesce(s.total, 0)")}
  from ledger_journals j left join (select journal_id, sum(amount_minor) as total from ledger_transfers group by journal_id) s
    on s.journal_id = j.id
  where j.total_minor is distinct from coalesce(s.total, 0)`

/** Currencies of an account whose balances do not add up to zero. */
const wrongTotals = sql`select account_id, ${difference('total', 'currency', "'total', total")} from (
    select a.account_id, a.currency, sum(b.credit_minor - b.debit_minor) as total
    from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id group by a.account_id, a.currency) t
  where total <> 0`

/** Balances whose held amount differs from the sum of their open holds. */
const wrongHolds = sql`select b.account_id, ${difference('holds', 'b.ledger_account_id', "'held', b.held_minor, 'expected', coalesce(h.held, 0)")}
  from ledger_balances b left join (select ledger_account_id, sum(amount_minor) as held from ledger_holds
    where state = 'open' group by ledger_account_id) h using (ledger_account_id)
  where b.held_minor <> coalesce(h.held, 0)`

const countsOf = (table: 'ledger_accounts' | 'ledger_journals' | 'ledger_transfers') =>
  sql`(select account_id, count(*) as count from ${sql.table(table)} group by account_id)`

interface CheckRow {
  accountId: string
  accounts: number
  journals: number
  transfers: number
  mismatches: number
  details: string
}

/**
 * Compares balances with transfers, journals with their totals, the sum of all balances with zero, and holds with the
 * held amounts, and stores the result of each account. Reads the whole ledger in one
 * statement, so that all comparisons see the same state while others post.
 */
export async function storeChecks(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<CheckRow>`
    with wrong as materialized (${wrongBalances} union all ${wrongJournals} union all ${wrongTotals}
      union all ${wrongHolds}),
    ranked as (select w.*, row_number() over (partition by w.account_id order by w.detail ->> 'what', w.detail ->> 'id')
      as place from wrong w),
    found as (select account_id, count(*) as mismatches,
        jsonb_agg(detail order by place) filter (where place <= ${maxDetails}) as details
      from ranked group by account_id)
    select a.account_id as "accountId", a.count as accounts, coalesce(j.count, 0) as journals,
      coalesce(t.count, 0) as transfers, coalesce(f.mismatches, 0) as mismatches,
      coalesce(f.details, '[]')::text as details
    from ${countsOf('ledger_accounts')} a
    left join ${countsOf('ledger_journals')} j using (account_id)
    left join ${countsOf('ledger_transfers')} t using (account_id) left join found f using (account_id)`.execute(
    tx,
  )
  for (const { accountId: account_id, ...result } of rows)
    await tx
      .insertInto('ledger_checks')
      .values({ id: newId(now.getTime()), account_id, checked_at: now, ...result })
      .execute()
}

export const removeOldChecks = (db: Db, before: Date) =>
  db.deleteFrom('ledger_checks').where('checked_at', '<', before).execute()

/** Results of the last check of each account, together. */
export interface LedgerCheck {
  checkedAt: Date
  accounts: number
  journals: number
  transfers: number
  mismatches: number
  /** The first differences. */
  details: { account: string; what: (typeof ledgerComparisons)[number]; id: string }[]
}

/** Returns the last check, or null before the first one. */
export async function lastCheck(db: Db): Promise<LedgerCheck | null> {
  const { rows } = await sql<LedgerCheck>`
    with last as (select a.name, c.* from accounts a cross join lateral (select * from ledger_checks x
      where x.account_id = a.id order by x.checked_at desc limit 1) c)
    select max(checked_at) as "checkedAt", sum(accounts)::bigint as accounts, sum(journals)::bigint as journals,
      sum(transfers)::bigint as transfers, sum(mismatches)::bigint as mismatches,
      (select coalesce(json_agg(json_build_object('account', d.name, 'what', d.what, 'id', d.id)), '[]')
        from (select l.name, e ->> 'what' as what, e ->> 'id' as id from last l, jsonb_array_elements(l.details) e
          order by l.name limit ${maxDetails}) d) as details
    from last having count(*) > 0`.execute(db)
  return rows[0] ?? null
}
