import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { foldCode } from './card-code.ts'
import { cardStatusSql, visibleCards } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Cards missing in a list that are returned; further ones are only counted. */
const maxMissing = 100

export interface ListedCard {
  id: string
  name: string | null
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid'
  expiresAt: Date | null
  parentCode: string | null
}

/**
 * Compares the codes of a local list with the account's cards that the viewer may see. Returns the card of
 * each code that has one, and the accepted cards that are missing in the list.
 */
export async function compareWithCards(db: Db, scope: Scope, accountId: string, codes: readonly string[]) {
  const folded = codes.map(foldCode)
  const cards = await sql<ListedCard & { folded: string }>`
    select k.id, k.name, ${cardStatusSql} as status, k.expires_at as "expiresAt", k.parent_code as "parentCode",
      k.code_folded as folded
    from cards k where k.account_id = ${accountId} and k.code_folded = any(${folded}::text[])
      and ${cardStatusSql} <> 'Invalid' and ${visibleCards(scope)}`.execute(db)
  const missing = await sql<{ id: string; code: string; name: string | null; count: number }>`
    select k.id, k.code, k.name, (count(*) over ())::int as count
    from cards k where k.account_id = ${accountId} and ${cardStatusSql} = 'Accepted' and ${visibleCards(scope)}
      and not exists (select from unnest(${folded}::text[]) as f (code) where f.code = k.code_folded)
    order by k.code limit ${sql.lit(maxMissing)}`.execute(db)
  const byCode = new Map(cards.rows.map(({ folded: code, ...card }) => [code, card]))
  return {
    cardOf: (code: string): ListedCard | null => byCode.get(foldCode(code)) ?? null,
    missing: missing.rows.map(({ id, code, name }) => ({ id, code, name })),
    missingCount: missing.rows[0]?.count ?? 0,
  }
}
