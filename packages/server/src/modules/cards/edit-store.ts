import { type Insertable, sql, type Updateable } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { visibleCards } from './list-store.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export type CardChange = Updateable<Database['cards']>

/** Inserts the card unless the account has one with this code; true if it was inserted. */
export async function insertCard(db: Db, card: Insertable<Database['cards']>): Promise<boolean> {
  const row = await db
    .insertInto('cards')
    .values(card)
    .onConflict((conflict) => conflict.columns(['account_id', 'code_folded']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts cards whose codes are free. */
export const insertCards = (db: Db, cards: readonly Insertable<Database['cards']>[]) =>
  db
    .insertInto('cards')
    .values([...cards])
    .execute()

/** Returns the states of the account's cards with one of the codes, by code. */
export async function statesOfCodes(
  db: Db,
  accountId: string,
  folded: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ folded: string; state: string }>`
    select k.code_folded as folded, k.state from cards k
    where k.account_id = ${accountId} and k.code_folded = any(${folded}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.folded, row.state]))
}

/** Returns the id of a driver of the account; for users of a client only of one of its drivers. */
export async function findDriver(
  db: Db,
  { clientId }: Scope,
  { accountId, username }: { accountId: string; username: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.account_id = ${accountId} and lower(u.username) = lower(${username}) and u.interface_code = 'driver'
      and u.state <> 'deleted' and (${clientId}::uuid is null or u.client_id = ${clientId}::uuid)`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns the card if the viewer may see it, locked for update unless `isLocked` is false. */
export const lockCard = (db: Db, scope: Scope, { id, isLocked = true }: { id: string; isLocked?: boolean }) =>
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
      'k.tags',
      'k.version_no',
    ])
    .where('k.id', '=', id)
    .where(sql<boolean>`${visibleCards(scope)}`)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()

export const updateCard = (db: Db, id: string, change: CardChange & { updated_at: Date }) =>
  db
    .updateTable('cards')
    .set(change)
    .set((eb) => ({ version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const cardOfCode = (db: Db, accountId: string, folded: string) =>
  db
    .selectFrom('cards')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('code_folded', '=', folded)
    .executeTakeFirst()

/** Returns the transaction limit of a new card that is created without one. */
export const defaultMaxTransactions = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('accounts')
      .select('max_transactions')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).max_transactions

/** L274: cards of a driver, when the driver adds one. */
const maxOwnCards = 20

/** Refuses a card beyond the limit of a driver. */
export const refuseManyOfDriver = (tx: Tx, userId: string): Promise<Refusal | null> =>
  refuseBeyond(tx, {
    table: 'cards',
    owner: { column: 'owner_id', value: userId },
    where: sql`state <> 'deleted'`,
    most: maxOwnCards,
  })
