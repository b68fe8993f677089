import type { ListQuery } from '@stationmaster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../tables.gen.ts'
import { type Column, readValue } from './column.ts'
import { filterConditions, searchCondition } from './conditions.ts'
import { behind, type OrderTerm } from './order.ts'

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

/** The columns by the names that callers say. */
export const sources = (source: ListSource<never>) => source.columns as Record<string, Column>

/** What holds for the rows of a query: whose they are, its filter, its search. */
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

/** The rows behind the one that a query names. */
export function cursorCondition(
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

export const selection = (columns: Record<string, Column>, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => {
      const { kind, sql: expression } = columns[name]!
      return kind === 'number-text'
        ? sql`(${expression})::text as ${sql.id(name)}`
        : sql`${expression} as ${sql.id(name)}`
    }),
  )

const queryCanceled = '57014'

/** The database's own words for a value that no column takes (class 22) or a search that takes too long. */
export async function run<Row>(
  db: Kysely<Database>,
  statement: RawBuilder<unknown>,
): Promise<Row[] | Refusal> {
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

export const withTimesAsText = (row: Record<string, unknown>): Record<string, unknown> => {
  for (const name in row) if (row[name] instanceof Date) row[name] = row[name].toISOString()
  return row
}
