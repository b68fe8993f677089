import { maxDriverFavourites } from '@stationmaster/contract'
import { sql } from 'kysely'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

interface Favourite {
  user_id: string
  place_id: string
  account_id: string
  created_at: Date
}

/** Adds a favourite; nothing changes if the user has it already. */
export const insertFavourite = (tx: Tx, row: Favourite) =>
  tx
    .insertInto('driver_favourites')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deletes favourites of a user; returns how many there were. */
export async function deleteFavourites(
  db: Db,
  { userId, placeIds }: { userId: string; placeIds: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('driver_favourites')
    .where('user_id', '=', userId)
    .where('place_id', 'in', placeIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes favourites of a user that no longer exist, and that the user therefore cannot remove. */
const forgetDeleted = (tx: Tx, userId: string) =>
  sql`delete from driver_favourites f where f.user_id = ${userId}
    and not exists (select from stations s where s.id = f.place_id and s.state <> 'deleted')
    and not exists (select from sites z where z.id = f.place_id and z.state <> 'deleted')`.execute(tx)

/** Refuses a further favourite beyond the limit of a user. */
export async function refuseManyFavourites(tx: Tx, userId: string) {
  await forgetDeleted(tx, userId)
  return refuseBeyond(tx, {
    table: 'driver_favourites',
    owner: { column: 'user_id', value: userId },
    most: maxDriverFavourites,
  })
}
