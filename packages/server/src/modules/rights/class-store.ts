import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

export async function classExists(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('classes').select('code').where('code', '=', code).executeTakeFirst()
  return row !== undefined
}

/** Returns the codes of a class and of all that inherit from it. */
export async function classesBelow(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive below as (
      select code from classes where code = ${code}
      union select c.code from classes c join below b on c.parent_code = b.code)
    select code from below order by code <> ${code}, code`.execute(db)
  return rows.map((row) => row.code)
}

/** Returns the codes of a class and of all that it inherits from, the nearest first. */
export async function classesAbove(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    with recursive above as (
      select code, parent_code, 1 as depth from classes where code = ${code}
      union all select c.code, c.parent_code, a.depth + 1 from classes c join above a on c.code = a.parent_code
        where a.depth < 100)
    select code from above order by depth`.execute(db)
  return rows.map((row) => row.code)
}

/** Returns true if one of the classes has a method with this code. */
export async function methodExists(db: Db, classes: readonly string[], code: string): Promise<boolean> {
  const { rows } = await sql`
    select from class_methods where class_code = any(${classes}::text[]) and code = ${code} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const ofStation = '(select identity from stations s where s.id = station_id)'
/** Tables and label columns of the built-in classes. */
const tables: Readonly<Record<string, { table: string; label: string; account: string }>> = {
  charge_point: { table: 'stations', label: 'coalesce(label, identity)', account: 'account_id' },
  connector: { table: 'evses', label: `${ofStation} || ' #' || evse_no`, account: 'account_id' },
  transaction: { table: 'transactions', label: 'number::text', account: 'account_id' },
  reservation: { table: 'reservations', label: 'number::text', account: 'account_id' },
  card: { table: 'cards', label: 'coalesce(name, label, code)', account: 'account_id' },
  account: { table: 'accounts', label: 'name', account: 'id' },
  command: { table: 'commands', label: `action || ' · ' || ${ofStation}`, account: 'account_id' },
}

export interface ObjectFacts {
  id: string
  label: string
  accountId: string
  ownerId: string | null
}

/** Returns the objects of a class by their ids, of all accounts: for administrators. */
export async function findObjects(db: Db, classCode: string, ids: readonly string[]): Promise<ObjectFacts[]> {
  if (ids.length === 0) return []
  const place = Object.hasOwn(tables, classCode) ? tables[classCode] : undefined
  const { rows } = place
    ? await sql<ObjectFacts>`select id, ${sql.raw(place.label)} as label, ${sql.ref(place.account)} as "accountId",
        null as "ownerId" from ${sql.table(place.table)} where id = any(${ids}::uuid[])`.execute(db)
    : await sql<ObjectFacts>`select id, label, account_id as "accountId", owner_id as "ownerId" from objects
        where class_code = ${classCode} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}
