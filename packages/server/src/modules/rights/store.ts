import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { isSoleUser, rulesOf } from './rule-store.ts'

/** Subject of a rule: one group or one user. */
export interface Subject {
  kind: 'group' | 'user'
  id: string
}

/** Target of a rule: a class, a method of it, or one object of it. */
export interface RulePlace {
  classCode: string
  methodCode?: string
  objectId?: string
}
export interface RightFlags {
  allowed: string
  denied: string
}

/** A rule with readable names. */
export interface RuleRow extends RightFlags {
  class_code: string
  method_code: string | null
  object_id: string | null
  from_class: string | null
  group_id: string | null
  user_id: string | null
  code: string
  name: string
}

type Level = 'class' | 'method' | 'object'
const tables: Record<Level, { name: string; own: string | null; unique: readonly string[] }> = {
  class: { name: 'class_rights', own: null, unique: ['class_code'] },
  method: { name: 'method_rights', own: 'method_code', unique: ['class_code', 'method_code'] },
  object: { name: 'object_rights', own: 'object_id', unique: ['object_id'] },
}
const levelOf = ({ methodCode, objectId }: RulePlace): Level =>
  objectId !== undefined ? 'object' : methodCode !== undefined ? 'method' : 'class'
const columnOf = ({ kind }: Subject) => sql.ref(kind === 'group' ? 'group_id' : 'user_id')

/** Condition that selects the rule of a subject at a place. */
const at = (place: RulePlace, subject: Subject): RawBuilder<unknown> => {
  const { own } = tables[levelOf(place)]
  const value = place.objectId ?? place.methodCode
  return sql`class_code = ${place.classCode} and ${columnOf(subject)} = ${subject.id}${
    own ? sql` and ${sql.ref(own)} = ${value}` : sql``
  }`
}

/** Returns the rules of one level, those of groups first. */
export async function listRules(
  db: Db,
  level: Level,
  only: {
    classes?: readonly string[]
    methodCode?: string
    objectId?: string
    group?: string
    user?: string
  },
): Promise<RuleRow[]> {
  const { name } = tables[level]
  const conditions = [sql`true`]
  if (only.classes) conditions.push(sql`r.class_code = any(${only.classes}::text[])`)
  if (only.methodCode !== undefined) conditions.push(sql`r.method_code = ${only.methodCode}`)
  if (only.objectId !== undefined) conditions.push(sql`r.object_id = ${only.objectId}`)
  if (only.group !== undefined) conditions.push(sql`r.group_id = ${only.group}`)
  if (only.user !== undefined) conditions.push(sql`r.user_id = ${only.user}`)
  const { rows } = await sql<RuleRow>`
    select r.*, coalesce(g.code, u.username) as code, coalesce(g.name, u.username) as name
    from ${sql.table(name)} r left join groups g on g.id = r.group_id left join users u on u.id = r.user_id
    where ${sql.join(conditions, sql` and `)}
    order by r.class_code, r.group_id is null, lower(coalesce(g.code, u.username)) limit 5000`.execute(db)
  return rows
}

export async function findRule(db: Db, place: RulePlace, subject: Subject): Promise<RightFlags> {
  const { rows } = await sql<RightFlags>`
    select allowed, denied from ${sql.table(tables[levelOf(place)].name)} where ${at(place, subject)}`.execute(
    db,
  )
  return rows[0] ?? { allowed: '', denied: '' }
}

/** Sets what one group or user is allowed and denied at one place; without letters the rule is deleted. */
export async function putRule(
  db: Db,
  place: RulePlace & { fromClass?: string | null },
  { subject, letters: { allowed, denied } }: { subject: Subject; letters: RightFlags },
): Promise<void> {
  const level = levelOf(place)
  const { name, own, unique } = tables[level]
  if (allowed === '' && denied === '') {
    await sql`delete from ${sql.table(name)} where ${at(place, subject)}`.execute(db)
    return
  }
  const cells: Record<string, unknown> = {
    class_code: place.classCode,
    group_id: subject.kind === 'group' ? subject.id : null,
    user_id: subject.kind === 'user' ? subject.id : null,
    allowed,
    denied,
    ...(own && { [own]: place.objectId ?? place.methodCode }),
    ...(level === 'class' && { from_class: place.fromClass ?? null }),
  }
  const names = Object.keys(cells)
  const changed = names.filter((cell) => ['allowed', 'denied', 'from_class'].includes(cell))
  await sql`insert into ${sql.table(name)} (${refs(names)}) values (${sql.join(Object.values(cells))})
    on conflict (${refs([...unique, 'group_id', 'user_id'])}) do update
    set ${sql.join(changed.map((cell) => sql`${sql.ref(cell)} = excluded.${sql.ref(cell)}`))}`.execute(db)
}

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** Deletes the exceptions of a subject for single objects of these classes; returns them. */
export async function dropObjectRules(
  db: Db,
  classes: readonly string[],
  subject: Subject,
): Promise<(RightFlags & { class_code: string; object_id: string })[]> {
  const { rows } = await sql<RightFlags & { class_code: string; object_id: string }>`
    delete from object_rights where class_code = any(${classes}::text[]) and ${columnOf(subject)} = ${subject.id}
    returning class_code, object_id, allowed, denied`.execute(db)
  return rows
}

/** Counts the other objects for which the subject has exceptions. */
export async function countOtherObjects(db: Db, subject: Subject, objectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from object_rights
    where ${columnOf(subject)} = ${subject.id} and object_id <> ${objectId}`.execute(db)
  return rows[0]!.n
}

/** Locks the group or user; returns its code, null if there is none. */
export async function lockSubject(db: Db, { kind, id }: Subject): Promise<string | null> {
  const { rows } =
    kind === 'group'
      ? await sql<{ name: string }>`select code as name from groups where id = ${id} for update`.execute(db)
      : await sql<{ name: string }>`select username as name from users
          where id = ${id} and state <> 'deleted' for update`.execute(db)
  return rows[0]?.name ?? null
}

/** Returns a user with all rules that apply to them, as requests use them. */
export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'account_id', 'username', 'is_admin', 'client_id', 'is_guest', 'interface_code', 'state'])
    .select([rulesOf(sql.ref('users.id')).as('rules'), isSoleUser('users').as('is_sole_user')])
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()

/** Returns the names of groups and users by their ids. */
export async function subjectNames(
  db: Db,
  ids: readonly string[],
): Promise<Pick<RuleRow, 'group_id' | 'user_id' | 'code' | 'name'>[]> {
  const { rows } = await sql<Pick<RuleRow, 'group_id' | 'user_id' | 'code' | 'name'>>`
    select id as group_id, null as user_id, code, name from groups where id = any(${ids}::uuid[])
    union all
    select null, id, username, username from users where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

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
const builtInTables: Readonly<Record<string, { table: string; label: string; account: string }>> = {
  charge_point: { table: 'stations', label: 'coalesce(label, identity)', account: 'account_id' },
  connector: { table: 'evses', label: `${ofStation} || ' #' || evse_no`, account: 'account_id' },
  transaction: { table: 'transactions', label: 'number::text', account: 'account_id' },
  reservation: { table: 'reservations', label: 'number::text', account: 'account_id' },
  card: { table: 'cards', label: 'coalesce(name, label, code)', account: 'account_id' },
  account: { table: 'accounts', label: 'name', account: 'id' },
  charge: { table: 'charges', label: `label || ' · ' || service`, account: 'account_id' },
  seller: { table: 'sellers', label: 'name', account: 'account_id' },
  invoice: { table: 'invoices', label: `coalesce(code, period_from::text)`, account: 'account_id' },
  payment: { table: 'payments', label: `upper(right(id::text, 12))`, account: 'account_id' },
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
  const place = Object.hasOwn(builtInTables, classCode) ? builtInTables[classCode] : undefined
  const { rows } = place
    ? await sql<ObjectFacts>`select id, ${sql.raw(place.label)} as label, ${sql.ref(place.account)} as "accountId",
        null as "ownerId" from ${sql.table(place.table)} where id = any(${ids}::uuid[])`.execute(db)
    : await sql<ObjectFacts>`select id, label, account_id as "accountId", owner_id as "ownerId" from objects
        where class_code = ${classCode} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}
