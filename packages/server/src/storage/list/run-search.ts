import { sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import {
  cursorCondition,
  type ListSource,
  type Query,
  run,
  selection,
  sources,
  type ViewedList,
  whereClause,
  withTimesAsText,
} from './list-source.ts'
import { requireQueryLane } from '../lanes.ts'
import { anywhere } from './like.ts'
import { orderClause, readOrder } from './order.ts'

/** List in chronological order. */
export interface SearchSource<Row> extends ListSource<Row> {
  /** Columns of its tables in which a text is searched. */
  texts: readonly string[]
}

export interface TextSearch extends Pick<Query, 'filter' | 'search' | 'after' | 'reclimit'> {
  text: string
  oldestfirst?: boolean
}

export interface Found<Row> {
  rows: Row[]
  /** Last row that was searched; null at the end. */
  until: { id: string; datetime: string } | null
}

type Entry = { id: string; datetime: string }
const usualLimit = 100

/**
 * Searches the next `most` matching rows for a text in one statement of bounded work, however long the list
 * is and whether or not the text occurs. The last row searched is returned as the position from which to
 * continue.
 */
export async function runSearch<Row extends Entry>(
  list: ViewedList<Row> & { source: SearchSource<Row> },
  { query, most }: { query: TextSearch; most: number },
): Promise<Found<Row> | Refusal> {
  requireQueryLane()
  const { db, source, scope } = list
  const columns = sources(source)
  const { text, oldestfirst, reclimit = usualLimit, ...matching } = query
  const where = whereClause(source, scope, matching)
  if (isRefusal(where)) return where
  const direction = oldestfirst ? '' : ' DESC'
  const order = readOrder(columns, source.key, [`datetime${direction}`])
  if (isRefusal(order)) return order
  const cursor = cursorCondition(list, order, query.after)
  if (isRefusal(cursor)) return cursor
  const by = orderClause(order)
  const seen = oldestfirst ? sql`s.datetime, s.id` : sql`s.datetime desc, s.id desc`
  const isFound = sql`s.looked_in ilike ${anywhere(text)}`
  const names = Object.keys(columns)
  const rows = await run<Row & { is_found: boolean; place: number }>(
    db,
    sql`select s.*, ${isFound} as is_found from (
        select ${selection(columns, names)}, concat_ws(e'\\n', ${sql.join(source.texts.map((name) => sql.ref(name)))}) as looked_in,
          row_number() over (order by ${by}) as place
        from ${source.from} where ${where}${cursor} order by ${by} limit ${most}) s
      where ${isFound} or s.place = ${most} order by ${seen} limit ${reclimit + 1}`,
  )
  if (isRefusal(rows)) return rows
  const found = rows.filter((row) => row.is_found).slice(0, reclimit)
  // more than requested: continue from the last one returned; else from the last one searched
  const last = rows.length > reclimit ? found.at(-1) : rows.find(({ place }) => place === most)
  const shown = (row: Row) =>
    withTimesAsText(Object.fromEntries(names.map((name) => [name, row[name as keyof Row]]))) as unknown as Row
  const until = last && shown(last)
  return { rows: found.map(shown), until: until ? { id: until.id, datetime: until.datetime } : null }
}
