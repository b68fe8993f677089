import { type RawBuilder, sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Column } from './column.ts'
import { type Columns, findColumn } from './conditions.ts'

export interface OrderTerm {
  name: string
  column: Column
  isDescending: boolean
}

const maxOrder = 5

/**
 * Reads `orderby` and appends the key, so that no two rows are equal and paging neither skips nor repeats
 * rows.
 */
export function readOrder(columns: Columns, key: string, orderby: readonly string[]): OrderTerm[] | Refusal {
  if (orderby.length > maxOrder) return refuse('value.too_many_items', { limit: maxOrder, field: 'orderby' })
  const terms: OrderTerm[] = []
  for (const [index, text] of orderby.entries()) {
    const field = `orderby[${index}]`
    const [, name, direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(text) ?? []
    if (name === undefined) return refuse('list.order_invalid', { field })
    const column = findColumn(columns, name, field)
    if (isRefusal(column)) return column
    if (column.kind === 'shown' || column.kind === 'list')
      return refuse('list.column_not_sortable', { column: name, field })
    terms.push({ name, column, isDescending: direction?.toLowerCase() === 'desc' })
  }
  if (!terms.some((term) => term.name === key))
    terms.push({ name: key, column: columns[key]!, isDescending: terms.at(-1)?.isDescending ?? false })
  return terms
}

export const orderClause = (terms: readonly OrderTerm[]): RawBuilder<unknown> =>
  sql.join(
    terms.map(({ column, isDescending }) => {
      const direction = isDescending ? sql` desc` : sql``
      // only if needed: an index cannot serve an order with nulls in another position
      return sql`${column.sql}${direction}${column.isNullable ? sql` nulls last` : sql``}`
    }),
  )

/**
 * Returns the condition for the rows after the row with the order values `at`. One row comparison if the
 * columns allow it, because an index can serve that.
 */
export function behind(terms: readonly OrderTerm[], at: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const isUniform = terms.every(
    (term) => !term.column.isNullable && term.isDescending === terms[0]!.isDescending,
  )
  if (isUniform) {
    const sides = [sql.join(terms.map((term) => term.column.sql)), sql.join([...at])]
    return terms[0]!.isDescending ? sql`(${sides[0]}) < (${sides[1]})` : sql`(${sides[0]}) > (${sides[1]})`
  }
  const steps = terms.map((term, index) => {
    const equal = terms
      .slice(0, index)
      .map((before, i) => sql`${before.column.sql} is not distinct from ${at[i]!}`)
    return sql`(${sql.join([...equal, isAfter(term, at[index]!)], sql` and `)})`
  })
  return sql`(${sql.join(steps, sql` or `)})`
}

function isAfter({ column, isDescending }: OrderTerm, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const further = isDescending ? sql`${column.sql} < ${at}` : sql`${column.sql} > ${at}`
  if (!column.isNullable) return further
  // nulls are last: after a value follow the larger values and the nulls, after a null nothing
  return sql`(${at} is not null and (${further} or ${column.sql} is null))`
}
