import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Tables of business objects. */
export type BusinessTable =
  | 'access_rules'
  | 'client_groups'
  | 'clients'
  | 'sites'
  | 'cars'
  | 'tariffs'
  | 'sellers'

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

/** Inserts objects, except those whose code another one of the account has; returns how many were inserted. */
export async function insertRows(tx: Tx, of: StoredClass, rows: readonly RowChange[]): Promise<number> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => {
    const cells = names.map((name) => (row[name] === undefined ? sql`default` : sql`${row[name]}`))
    return sql`(${sql.join(cells)})`
  })
  const { rows: inserted } =
    await sql`insert into ${sql.table(of.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(lines)} on conflict do nothing returning id`.execute(tx)
  return inserted.length
}

/**
 * Gives numbers to new objects without one: the next after the highest of the form C00001, with the letter of the
 * class.
 */
export async function numberRows(
  tx: Tx,
  table: BusinessTable,
  {
    accountId,
    letter,
    changes,
  }: { accountId: string; letter: 'C' | 'G' | 'R' | 'S' | 'V' | 'T'; changes: readonly RowChange[] },
): Promise<void> {
  if (changes.every(({ code }) => code != null)) return
  const form = new RegExp(`^${letter}(\\d{5,9})$`)
  const { rows } = await sql<{ highest: number }>`
    select coalesce(max(substring(code from ${form.source.replace('\\d', '[0-9]')})::int), 0) as highest
    from ${sql.table(table)} where account_id = ${accountId}`.execute(tx)
  const given = changes.map(({ code }) => Number(form.exec(String(code))?.[1] ?? 0))
  let number = Math.max(rows[0]!.highest, ...given)
  for (const change of changes) change.code ??= letter + String((number += 1)).padStart(5, '0')
}

/** Returns those of the codes, in lower case, that objects of the account have. */
export async function takenCodes(
  tx: Tx,
  of: StoredClass,
  { accountId, codes }: { accountId: string; codes: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select lower(code) as code from ${sql.table(of.table)}
    where account_id = ${accountId} and lower(code) = any(${codes}::text[])`.execute(tx)
  return new Set(rows.map(({ code }) => code))
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
