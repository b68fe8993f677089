import { type Selectable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export type ClassRow = Selectable<Database['classes']>
export type TypeRow = Selectable<Database['class_types']>
export type StateRow = Selectable<Database['class_states']>
export type ActionRow = Selectable<Database['workflow_actions']>
export type MethodRow = Selectable<Database['class_methods']>
export type TransitionRow = Selectable<Database['class_transitions']>
export type EventRow = Selectable<Database['class_events']>

/** The rows of all tables of the object model. */
export interface Model {
  classes: ClassRow[]
  types: TypeRow[]
  states: StateRow[]
  actions: ActionRow[]
  methods: MethodRow[]
  transitions: TransitionRow[]
  events: EventRow[]
}

export async function readModel(db: Db): Promise<Model> {
  return {
    classes: await db.selectFrom('classes').selectAll().orderBy('sequence').orderBy('code').execute(),
    types: await db.selectFrom('class_types').selectAll().orderBy('sequence').orderBy('code').execute(),
    states: await db.selectFrom('class_states').selectAll().orderBy('sequence').orderBy('code').execute(),
    actions: await db
      .selectFrom('workflow_actions')
      .selectAll()
      .orderBy('sequence')
      .orderBy('code')
      .execute(),
    methods: await db.selectFrom('class_methods').selectAll().orderBy('sequence').orderBy('code').execute(),
    transitions: await db.selectFrom('class_transitions').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('class_events').selectAll().orderBy('sequence').orderBy('id').execute(),
  }
}

// arbitrary number, the same in all processes
const editLock = 5_021_019

/** Serializes editors of the object model: while one checks, no other changes anything. */
export const lockModel = (tx: Tx) => sql`select pg_advisory_xact_lock(${editLock})`.execute(tx)

/** Tables of the model with the column that identifies their rows. */
export const keyOf = {
  classes: 'code',
  class_types: 'id',
  class_states: 'id',
  workflow_actions: 'code',
  class_methods: 'id',
  class_transitions: 'id',
  class_events: 'id',
} as const
export type ModelTable = keyof typeof keyOf

/** Cells of a row to write; a missing one keeps its value or its default. */
export type Cells = Readonly<Record<string, string | number | boolean | null>>

export async function insertRow(tx: Tx, table: ModelTable, cells: Cells): Promise<void> {
  const names = Object.keys(cells).map((name) => sql.ref(name))
  const values = Object.values(cells).map((value) => sql`${value}`)
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(tx)
}

export async function updateRow(
  tx: Tx,
  { table, key }: { table: ModelTable; key: string },
  cells: Cells,
): Promise<void> {
  const sets = Object.entries(cells).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join([...sets, sql`version_no = version_no + 1`])}
    where ${sql.ref(keyOf[table])} = ${key}`.execute(tx)
}

export async function deleteRow(tx: Tx, table: ModelTable, key: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(keyOf[table])} = ${key}`.execute(tx)
}

/** Removes a class with its own members. */
export async function deleteClass(tx: Tx, code: string): Promise<void> {
  const rules = ['class_rights', 'method_rights', 'object_rights']
  const parts = ['class_events', 'class_transitions', 'class_methods', 'class_states', 'class_types']
  for (const table of [...rules, ...parts])
    await sql`delete from ${sql.table(table)} where class_code = ${code}`.execute(tx)
  await deleteRow(tx, 'classes', code)
}

export async function deleteTransitionsOf(tx: Tx, of: { state: string } | { method: string }): Promise<void> {
  const query = tx.deleteFrom('class_transitions')
  await ('method' in of
    ? query.where('method_id', '=', of.method)
    : query.where((eb) => eb.or([eb('state_id', '=', of.state), eb('new_state_id', '=', of.state)]))
  ).execute()
}

/** Tables with the objects of built-in classes. */
const tableOf: Readonly<Record<string, string>> = {
  charge_point: 'stations',
  connector: 'evses',
  card: 'cards',
  client: 'clients',
  site: 'sites',
  access_rule: 'access_rules',
  tariff: 'tariffs',
  client_group: 'client_groups',
  car: 'cars',
  seller: 'sellers',
  invoice: 'invoices',
  payment: 'payments',
  transaction: 'transactions',
  reservation: 'reservations',
  command: 'commands',
  charge: 'charges',
}

/** Counts the objects in a state: those of administrators' classes, and those of the given built-in classes. */
export async function countInState(tx: Tx, state: StateRow, classes: readonly string[]): Promise<number> {
  const counts = [sql`(select count(*) from objects where state_id = ${state.id})`]
  for (const code of classes) {
    const table = tableOf[code]
    if (table) counts.push(sql`(select count(*) from ${sql.table(table)} where state = ${state.code})`)
  }
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(tx)
  return Number(rows[0]!.n)
}

const typed: readonly string[] = [
  'charge_point',
  'connector',
  'card',
  'client',
  'site',
  'access_rule',
  'car',
  'tariff',
  'client_group',
  'seller',
]

/** Counts the objects of a type: those of administrators' classes, and those of the given built-in classes. */
export async function countOfType(tx: Tx, type: TypeRow, classes: readonly string[]): Promise<number> {
  const counts = [sql`(select count(*) from objects where type_id = ${type.id})`]
  for (const code of classes)
    if (typed.includes(code))
      counts.push(sql`(select count(*) from ${sql.table(tableOf[code]!)} where type = ${type.code})`)
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(tx)
  return Number(rows[0]!.n)
}

/** Locks a state or type that is about to be removed, so that no object takes it. */
export async function lockRow(tx: Tx, table: 'class_states' | 'class_types', id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

/**
 * Returns true if a state or type still exists, and keeps it from being removed until the end of the
 * transaction.
 */
export async function lockExistingRow(
  tx: Tx,
  table: 'class_states' | 'class_types',
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

export async function countOfClass(tx: Tx, code: string): Promise<number> {
  const row = await tx
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('class_code', '=', code)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
