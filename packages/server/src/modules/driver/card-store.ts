import { sql } from 'kysely'
import type { KnownCard } from '../../shared/facts.ts'
import type { Scope } from '../../shared/scope.ts'
import { stateTypeOf } from '../../storage/list/class-names.ts'
import { prepaidAccountOf } from '../../storage/prepaid-account.ts'
import type { Db } from '../../storage/transaction.ts'
import { acceptedTransactions } from '../cards/index.ts'

/** Cards of one driver that decide about private stations. */
const maxCards = 20

/** A card with its running sessions. */
export type OwnCard = KnownCard & { accountId: string; running: number }

/** Returns cards that belong to the user, the newest first. */
export async function readOwnCards(db: Db, scope: Scope, id?: string): Promise<OwnCard[]> {
  const { rows } =
    await sql<OwnCard>`select k.id, k.account_id as "accountId", k.code, ${stateTypeOf('card', 'k')} as state,
      k.expires_at as "expiresAt", k.parent_code as "parentCode", k.max_transactions as "maxTransactions",
      k.token_type as "tokenType", k.client_id as "clientId", k.tags, ${sql.raw(prepaidAccountOf('k'))} as prepaid, ${acceptedTransactions}::int as running
    from cards k where k.account_id = ${scope.accountId} and k.owner_id = ${scope.userId} and k.state <> 'deleted'
      and ${id === undefined ? sql`true` : sql`k.id = ${id}`}
    order by k.created_at desc, k.id limit ${sql.lit(maxCards)}`.execute(db)
  return rows
}
