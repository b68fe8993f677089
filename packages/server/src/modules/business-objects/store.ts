import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Tables of business objects. */
export type BusinessTable = 'clients' | 'sites'

/** Where the objects of a class are stored, and which of them a viewer may see. */
export interface StoredClass {
  table: BusinessTable
  /** Name of the table in the conditions of `visible`. */
  alias: string
  visible: (scope: Scope) => RawBuilder<unknown>
  /** Column by which people recognize an object. */
  nameColumn: string
}

export interface BusinessRow {
  id: string
  accountId: string
  ownerId: string | null
  type: string
  state: string
  name: string
  tags: string[]
  version_no: number
}

/** Returns the object if the viewer may see it; locks it for a change unless `isLocked` is false. */
export async function findRow(
  db: Db,
  scope: Scope,
  { of, id, isLocked = true }: { of: StoredClass; id: string; isLocked?: boolean },
): Promise<BusinessRow | null> {
  const column = (name: string) => sql.ref(`${of.alias}.${name}`)
  const { rows } = await sql<BusinessRow>`
    select ${column('id')}, ${column('account_id')} as "accountId", ${column('owner_id')} as "ownerId", ${column('type')},
      ${column('state')}, ${column(of.nameColumn)} as name, ${column('tags')}, ${column('version_no')}
    from ${sql.table(of.table)} ${sql.ref(of.alias)}
    where ${column('id')} = ${id} and (${of.visible(scope)}) ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Columns and their values; names come from the description of the class, never from a request. */
export type RowChange = Record<string, unknown>

export async function updateRow(tx: Tx, of: StoredClass, { id, ...change }: RowChange & { id: string }) {
  const set = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(of.table)} set ${sql.join([...set, sql`version_no = version_no + 1`])}
    where id = ${id}`.execute(tx)
}

/** Inserts the object; returns false if another of the account has its code. */
export async function insertRow(tx: Tx, of: StoredClass, row: RowChange): Promise<boolean> {
  const { rows } =
    await sql`insert into ${sql.table(of.table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Returns the number of a new object: the next after the highest of the form C00001, with the letter of its class. */
export async function nextCode(tx: Tx, table: BusinessTable, of: { accountId: string; letter: 'C' | 'S' }) {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substring(code from ${`^${of.letter}([0-9]{5,9})$`})::int), 0) + 1 as next
    from ${sql.table(table)} where account_id = ${of.accountId}`.execute(tx)
  return of.letter + String(rows[0]!.next).padStart(5, '0')
}

/** Returns true if another object of the account has the code. */
export async function isCodeTaken(
  tx: Tx,
  of: StoredClass,
  { accountId, code, id }: { accountId: string; code: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(of.table)}
    where account_id = ${accountId} and lower(code) = lower(${code}) and id <> ${id}`.execute(tx)
  return rows.length > 0
}
