import type { ListQuery } from '@stationmaster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../tables.gen.ts'
import { type Column, readValue } from './column.ts'
import { findColumn, filterConditions, searchCondition } from './conditions.ts'
import { behind, orderClause, type OrderTerm, readOrder } from './order.ts'

export type Query = Static<typeof ListQuery>

/** What a list can show, and whose rows. */
export interface ListSource<Row> {
  /** Tables and joins, as they stand behind `from`. */
  from: RawBuilder<unknown>
  /** The white list: every column a caller can name, in the order of a CSV file. */
  columns: { [K in keyof Row & string]: Column }
  /** The column that names a row; `after` takes its values. */
  key: keyof Row & string
  /** The order without `orderby`. */
  order: readonly string[]
  /** The rows the viewer may see. There is no list without it. */
  visible: (scope: Scope) => RawBuilder<unknown>
  /** Narrows the look-up of a key that has no index of its own. */
  near?: (key: string) => RawBuilder<unknown>
  /** Rows left out unless the query names one of these columns (deleted objects, unless a state is asked for). */
  hidden?: { unlessNamed: readonly string[]; rows: RawBuilder<unknown> }
}

const queryCanceled = '57014'

/** Rows of a list query without `reclimit`. */
export const defaultLimit = 500

const sources = (source: ListSource<never>) => source.columns as Record<string, Column>

/** Runs a list query. Times come back as ISO text, so the rows are those of the contract. */
export async function runList<Row extends object>(
  db: Kysely<Database>,
  source: ListSource<Row>,
  scope: Scope,
  query: Query,
): Promise<Row[] | Refusal> {
  const columns = sources(source)
  const names = query.fields ?? Object.keys(columns)
  for (const [index, name] of names.entries()) {
    const column = findColumn(columns, name, `fields[${index}]`)
    if (isRefusal(column)) return column
  }
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return where
  const order = readOrder(columns, source.key, query.orderby ?? source.order)
  if (isRefusal(order)) return order
  const cursor = cursorCondition(source, scope, order, query.after)
  if (isRefusal(cursor)) return cursor
  const rows = await run<Record<string, unknown>>(
    db,
    sql`select ${selection(columns, names)} from ${source.from} where ${where}${cursor}
      order by ${orderClause(order)} limit ${query.reclimit ?? defaultLimit} offset ${query.recoffset ?? 0}`,
  )
  if (isRefusal(rows)) return rows
  return rows.map(withTimesAsText) as Row[]
}

/** How many rows match. */
export async function runCount<Row extends object>(
  db: Kysely<Database>,
  source: ListSource<Row>,
  scope: Scope,
  query: Query,
): Promise<{ count: number } | Refusal> {
  const rows = await runTotals<{ count: number }>(db, source, scope, query, sql`count(*) as count`)
  return isRefusal(rows) ? rows : { count: rows.count }
}

/** How many rows match, as far as there are not more than `most`: counting millions takes seconds. */
export async function runCountUpTo(
  db: Kysely<Database>,
  source: ListSource<never>,
  scope: Scope,
  query: Query,
  most: number,
): Promise<{ count: number } | Refusal> {
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return where
  const rows = await run<{ count: number }>(
    db,
    sql`select count(*) as count from (select from ${source.from} where ${where} limit ${most}) counted`,
  )
  return isRefusal(rows) ? rows : { count: rows[0]!.count }
}

/** One row of aggregates over the rows that match. */
export async function runTotals<Totals>(
  db: Kysely<Database>,
  source: ListSource<never>,
  scope: Scope,
  query: Query,
  totals: RawBuilder<unknown>,
): Promise<Totals | Refusal> {
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return where
  const rows = await run<Totals>(db, sql`select ${totals} from ${source.from} where ${where}`)
  return isRefusal(rows) ? rows : rows[0]!
}

/** How many rows match for each value of a column. */
export async function runGroups<Row extends object>(
  db: Kysely<Database>,
  source: ListSource<Row>,
  scope: Scope,
  query: Query,
  by: keyof Row & string,
): Promise<Map<unknown, number> | Refusal> {
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return where
  const { sql: expression } = sources(source)[by]!
  const rows = await run<{ value: unknown; count: number }>(
    db,
    sql`select ${expression} as value, count(*) as count from ${source.from} where ${where} group by 1`,
  )
  return isRefusal(rows) ? rows : new Map(rows.map(({ value, count }) => [value, count]))
}

/** Aggregates over the rows that match and a further condition, one row per group. */
export async function runGathered<Gathered>(
  db: Kysely<Database>,
  source: ListSource<never>,
  scope: Scope,
  query: Query,
  gather: { select: RawBuilder<unknown>; where: RawBuilder<unknown>; by: RawBuilder<unknown> },
): Promise<Gathered[] | Refusal> {
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return where
  return run<Gathered>(
    db,
    sql`select ${gather.select} from ${source.from} where ${where} and ${gather.where} group by ${gather.by}`,
  )
}

/** The one row with this key, or null where the viewer sees none; hidden rows are found by their key. */
export async function runGet<Row extends object>(
  db: Kysely<Database>,
  source: ListSource<Row>,
  scope: Scope,
  by: Partial<Record<keyof Row & string, string | number>>,
  fields?: readonly string[],
): Promise<Row | null | Refusal> {
  const all = { ...source, hidden: undefined }
  const query = { filter: by as NonNullable<Query['filter']>, reclimit: 1, fields: fields && [...fields] }
  const rows = await runList(db, all, scope, query)
  return isRefusal(rows) ? rows : (rows[0] ?? null)
}

function whereClause(source: ListSource<never>, scope: Scope, query: Query): RawBuilder<unknown> | Refusal {
  const columns = sources(source)
  const filters = filterConditions(columns, query.filter)
  if (isRefusal(filters)) return filters
  const search = searchCondition(columns, query.search)
  if (isRefusal(search)) return search
  const conditions = [sql`(${source.visible(scope)})`, ...filters]
  const wanted = query.filter?.[source.key]
  if (source.near && typeof wanted === 'string') conditions.push(source.near(wanted))
  if (search) conditions.push(search)
  const { hidden } = source
  if (hidden && !hidden.unlessNamed.some((name) => isNamed(query, name)))
    conditions.push(sql`not (${hidden.rows})`)
  return sql.join(conditions, sql` and `)
}

const isNamed = (query: Query, name: string): boolean =>
  Object.hasOwn(query.filter ?? {}, name) || (query.search ?? []).some((term) => term.field === name)

function cursorCondition(
  source: ListSource<never>,
  scope: Scope,
  order: readonly OrderTerm[],
  after: string | undefined,
): RawBuilder<unknown> | Refusal {
  if (after === undefined) return sql``
  const key = sources(source)[source.key]!
  const value = readValue(key.kind, after, 'after')
  if (isRefusal(value)) return value
  const row = sql`${key.sql} = ${value} and (${source.visible(scope)})${
    source.near ? sql` and ${source.near(after)}` : sql``
  }`
  // order values are fetched by the database itself: a Date would lose the microseconds
  const at = order.map((term) => sql`(select ${term.column.sql} from ${source.from} where ${row})`)
  return sql` and ${behind(order, at)}`
}

const selection = (columns: Record<string, Column>, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => {
      const { kind, sql: expression } = columns[name]!
      return kind === 'number-text'
        ? sql`(${expression})::text as ${sql.id(name)}`
        : sql`${expression} as ${sql.id(name)}`
    }),
  )

/** The database's own words for a value that no column takes (class 22) or a search that takes too long. */
async function run<Row>(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<Row[] | Refusal> {
  try {
    const { rows } = await statement.execute(db)
    return rows as Row[] // named by the select list
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    if (typeof code === 'string' && code.startsWith('22'))
      return refuse('invalid', `a value of the query does not fit: ${message ?? code}`)
    if (code === queryCanceled)
      return refuse('not-possible', 'The search took too long: narrow it, for example by a station or a time')
    throw error
  }
}

const withTimesAsText = (row: Record<string, unknown>): Record<string, unknown> => {
  for (const name in row) if (row[name] instanceof Date) row[name] = row[name].toISOString()
  return row
}
