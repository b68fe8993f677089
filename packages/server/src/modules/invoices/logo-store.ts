import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Stores a logo, PNG or JPEG. */
export async function insertLogo(
  tx: Tx,
  { id, accountId, content }: { id: string; accountId: string; content: Buffer },
): Promise<void> {
  await sql`insert into seller_logos (id, account_id, content)
    values (${id}, ${accountId}, ${content})`.execute(tx)
}

/** Deletes the present logo of a seller, which another one replaces. */
export async function deleteLogo(tx: Tx, sellerId: string): Promise<void> {
  await sql`delete from seller_logos where id = (select logo_id from sellers where id = ${sellerId})`.execute(
    tx,
  )
}

/** Returns the logo of a seller; null if it has none. */
export async function logoOfSeller(db: Db, sellerId: string): Promise<Buffer | null> {
  const { rows } = await sql<{
    content: Buffer
  }>`select l.content from sellers v join seller_logos l on l.id = v.logo_id
    where v.id = ${sellerId}`.execute(db)
  return rows[0]?.content ?? null
}
