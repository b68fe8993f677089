import type { ListQuery } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../transaction.ts'
import { type Column, readValue } from './column.ts'
import { filterConditions, searchCondition } from './conditions.ts'
import { behind, type OrderTerm } from './order.ts'

export type Query = Static<typeof ListQuery>

/** Source of a list: its tables, its columns and the rows that a viewer may see. */
export interface ListSource<Row> {
  /** Tables and joins, as written after `from`; a function if joined rows can be hidden from a viewer who sees the row. */
  from: RawBuilder<unknown> | ((scope: Scope) => RawBuilder<unknown>)
  /** Allowlist of the columns that a caller can name, in the order of a CSV file. */
  columns: { [K in keyof Row & string]: Column }
  /** Column that identifies a row; `after` takes its values. */
  key: keyof Row & string
  /** Order without `orderby`. */
  order: readonly string[]
  /** Returns the condition for rows that the viewer may see; required for every list. */
  visible: (scope: Scope) => RawBuilder<unknown>
  /** Narrows the lookup of a key without an index of its own. */
  near?: (key: string) => RawBuilder<unknown>
  /** Rows excluded unless the query names one of these columns (deleted objects, unless a state is requested). */
  hidden?: { unlessNamed: readonly string[]; rows: RawBuilder<unknown> }
}

/** A list as one viewer sees it. */
export interface ViewedList<Row> {
  db: Db
  source: ListSource<Row>
  scope: Scope
}

/** Returns the columns by name. */
export const sources = (source: ListSource<never>) => source.columns as Record<string, Column>

/** Returns the tables and joins of a list for a viewer. */
export const tablesOf = ({ from }: ListSource<never>, scope: Scope): RawBuilder<unknown> =>
  typeof from === 'function' ? from(scope) : from

/** Returns the conditions of a query: scope, filter, search. */
export function whereClause(
  source: ListSource<never>,
  scope: Scope,
  query: Query,
): RawBuilder<unknown> | Refusal {
  const columns = sources(source)
  const filters = filterConditions(columns, query.filter)
  if (isRefusal(filters)) return filters
  const search = searchCondition(columns, query.search)
  if (isRefusal(search)) return search
  const conditions = [sql`(${source.visible(scope)})`, ...filters]
  const filterValue = query.filter?.[source.key]
  if (source.near && typeof filterValue === 'string') conditions.push(source.near(filterValue))
  if (search) conditions.push(search)
  const hidden = hiddenRows(source, query)
  if (hidden) conditions.push(sql`not (${hidden})`)
  return sql.join(conditions, sql` and `)
}

/** Returns the condition for the rows that a query excludes without naming it; null if there are none. */
export const hiddenRows = ({ hidden }: ListSource<never>, query: Query): RawBuilder<unknown> | null =>
  hidden && !hidden.unlessNamed.some((name) => isNamed(query, name)) ? hidden.rows : null

const isNamed = (query: Query, name: string): boolean =>
  Object.hasOwn(query.filter ?? {}, name) || (query.search ?? []).some((term) => term.field === name)

/** Returns the condition for the rows after the one that a query names. */
export function cursorCondition(
  { source, scope }: Pick<ViewedList<never>, 'source' | 'scope'>,
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
  // the database compares the order values itself: a Date would lose the microseconds
  const at = order.map(
    (term) => sql`(select ${term.column.sql} from ${tablesOf(source, scope)} where ${row})`,
  )
  return sql` and ${behind(order, at)}`
}

export const selection = (columns: Record<string, Column>, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => {
      const { kind, sql: expression } = columns[name]!
      return kind === 'number-text' || kind === 'decimal'
        ? sql`(${expression})::text as ${sql.id(name)}`
        : sql`${expression} as ${sql.id(name)}`
    }),
  )

const queryCanceled = '57014'
const outOfRange = '22003'
const invalidExpression = '2201B'

/**
 * Runs a list query and converts errors for values that no column takes (class 22) or a search that takes too
 * long.
 */
export async function run<Row>(db: Db, statement: RawBuilder<unknown>): Promise<Row[] | Refusal> {
  try {
    const { rows } = await statement.execute(db)
    return rows as Row[] // the select list has these names
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === outOfRange) return refuse('list.value_out_of_range')
    if (code === invalidExpression) return refuse('list.expression_invalid')
    if (typeof code === 'string' && code.startsWith('22'))
      return refuse('list.value_invalid', { sqlstate: code })
    if (code === queryCanceled) return refuse('list.too_slow')
    throw error
  }
}

export const withTimesAsText = (row: Record<string, unknown>): Record<string, unknown> => {
  for (const name in row) if (row[name] instanceof Date) row[name] = row[name].toISOString()
  return row
}
