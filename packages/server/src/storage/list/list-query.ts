import { type RawBuilder, sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { findColumn } from './conditions.ts'
import {
  cursorCondition,
  type ListSource,
  type Query,
  run,
  selection,
  sources,
  tablesOf,
  type ViewedList,
  whereClause,
  withTimesAsText,
} from './list-source.ts'
import { requireQueryLane } from '../lanes.ts'
import { orderClause, readOrder } from './order.ts'

export type { ListSource, Query }

/** Number of rows of a list query without `reclimit`. */
export const defaultLimit = 500

/** Runs a list query of a caller. Times are returned as ISO text, so the rows match the contract. */
export async function runList<Row extends object>(
  list: ViewedList<Row>,
  query: Query,
): Promise<Row[] | Refusal> {
  requireQueryLane()
  return runRelated(list, query)
}

/**
 * Returns rows by a query that the server composes, such as those that a request has just written; for
 * callers' queries use `runList`.
 */
export async function runRelated<Row extends object>(
  list: ViewedList<Row>,
  query: Query,
): Promise<Row[] | Refusal> {
  const { db, source, scope } = list
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
  const cursor = cursorCondition(list, order, query.after)
  if (isRefusal(cursor)) return cursor
  const rows = await run<Record<string, unknown>>(
    db,
    sql`select ${selection(columns, names)} from ${tablesOf(source, scope)} where ${where}${cursor}
      order by ${orderClause(order)} limit ${query.reclimit ?? defaultLimit} offset ${query.recoffset ?? 0}`,
  )
  if (isRefusal(rows)) return rows
  return rows.map(withTimesAsText) as Row[]
}

/** Returns the number of matching rows. */
export async function runCount<Row extends object>(
  list: ViewedList<Row>,
  query: Query,
): Promise<{ count: number } | Refusal> {
  const rows = await runTotals<{ count: number }>(list, query, sql`count(*) as count`)
  return isRefusal(rows) ? rows : { count: rows.count }
}

/** Returns the number of matching rows, up to `most`: counting millions takes seconds. */
export async function runCountUpTo(
  list: ViewedList<never>,
  query: Query,
  most: number,
): Promise<{ count: number } | Refusal> {
  const rows = await runMatching<{ count: number }>(
    list,
    query,
    (matching) => sql`select count(*) as count from (select from ${matching} limit ${most}) counted`,
  )
  return isRefusal(rows) ? rows : { count: rows[0]!.count }
}

/** Returns one row of aggregates over the matching rows. */
export async function runTotals<Totals>(
  list: ViewedList<never>,
  query: Query,
  totals: RawBuilder<unknown>,
): Promise<Totals | Refusal> {
  const rows = await runMatching<Totals>(list, query, (matching) => sql`select ${totals} from ${matching}`)
  return isRefusal(rows) ? rows : rows[0]!
}

/** Returns aggregates over the matching rows with a further condition, one row per group. */
export const runBatched = <Gathered>(
  list: ViewedList<never>,
  query: Query,
  { select, where, by }: Record<'select' | 'where' | 'by', RawBuilder<unknown>>,
): Promise<Gathered[] | Refusal> =>
  runMatching(list, query, (matching) => sql`select ${select} from ${matching} and ${where} group by ${by}`)

/** Parts of a statement over the matching rows. */
interface MatchingParts {
  tables: RawBuilder<unknown>
  where: RawBuilder<unknown>
  column: (name: string) => RawBuilder<unknown>
}

/** Runs a statement that a module composes over the rows that match a query of a caller. */
export const runOver = <Result>(
  list: ViewedList<never>,
  query: Query,
  statement: (parts: MatchingParts) => RawBuilder<unknown>,
): Promise<Result[] | Refusal> => {
  requireQueryLane()
  const { source, scope, db } = list
  const where = whereClause(source, scope, query)
  if (isRefusal(where)) return Promise.resolve(where)
  const column = (name: string) => sources(source)[name]!.sql
  return run<Result>(db, statement({ tables: tablesOf(source, scope), where, column }))
}

/** Runs a statement for a caller; it gets the tables and the condition of the matching rows. */
async function runMatching<Result>(
  { db, source, scope }: ViewedList<never>,
  query: Query,
  statement: (matching: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Result[] | Refusal> {
  requireQueryLane()
  const where = whereClause(source, scope, query)
  return isRefusal(where) ? where : run<Result>(db, statement(sql`${tablesOf(source, scope)} where ${where}`))
}

/** Returns the row with this key, or null if the viewer sees none; hidden rows are found by their key. */
export async function runGet<Row extends object>(
  list: ViewedList<Row>,
  by: Partial<Record<keyof Row & string, string | number>>,
  fields?: readonly string[],
): Promise<Row | null | Refusal> {
  const all = { ...list, source: { ...list.source, hidden: undefined } }
  const query = { filter: by as NonNullable<Query['filter']>, reclimit: 1, fields: fields && [...fields] }
  const rows = await runRelated(all, query)
  return isRefusal(rows) ? rows : (rows[0] ?? null)
}
