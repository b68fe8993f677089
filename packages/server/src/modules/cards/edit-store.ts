import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { visibleCards } from './list-store.ts'

type Db = Kysely<Database>
export type CardChange = Updateable<Database['cards']>

/** Adds the card unless the account has one of this code; answers whether it was added. */
export async function insertCard(db: Db, card: Insertable<Database['cards']>): Promise<boolean> {
  const row = await db
    .insertInto('cards')
    .values(card)
    .onConflict((conflict) => conflict.columns(['account_id', 'code_folded']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The card, locked for a change unless somebody only looks, where the viewer may see it. */
export const lockCard = (db: Db, scope: Scope, id: string, isLocked = true) =>
  db
    .selectFrom('cards as k')
    .select([
      'k.id',
      'k.account_id',
      'k.code_folded',
      'k.state',
      'k.type',
      'k.owner_id',
      'k.code',
      'k.label',
      'k.name',
    ])
    .where('k.id', '=', id)
    .where(sql<boolean>`${visibleCards(scope)}`)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()

export const updateCard = (db: Db, id: string, change: CardChange, now: Date) =>
  db
    .updateTable('cards')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()

export const cardOfCode = (db: Db, accountId: string, folded: string) =>
  db
    .selectFrom('cards')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('code_folded', '=', folded)
    .executeTakeFirst()

/** What a new card gets unless somebody says otherwise. */
export const defaultMaxTransactions = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('accounts')
      .select('max_transactions')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).max_transactions
