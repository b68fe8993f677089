import type { CompareCode, ListQuery, SearchTerm } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { checkExpression } from './expression-cost.ts'
import { type Column, readValue, type Scalar } from './column.ts'
import { anywhere } from './like.ts'

export type Columns = Readonly<Record<string, Column>>
type Filter = NonNullable<Static<typeof ListQuery>['filter']>
type Term = Static<typeof SearchTerm>
type Condition = RawBuilder<unknown>

const maxTerms = 100
const maxValues = 1000
const maxPattern = 200
/** Maximum number of conditions with a regular expression: each is matched against every row. */
const maxExpressions = 5
/** Maximum number of `%` in one pattern. */
const maxWildcards = 10

/** Finds a column by name; rejects an unknown name with the list of valid names. */
export function findColumn(columns: Columns, name: string, field: string): Column | Refusal {
  // `hasOwn`, because "constructor" must not count as a column
  if (Object.hasOwn(columns, name)) return columns[name]!
  return refuse('list.column_unknown', {
    column: name.slice(0, 60),
    columns: Object.keys(columns).join(', '),
    field,
  })
}

/** Returns the conditions of `filter`: each column equals the value, or is one of the values. */
export function filterConditions(columns: Columns, filter: Filter = {}): Condition[] | Refusal {
  const conditions: Condition[] = []
  for (const [name, given] of Object.entries(filter)) {
    const field = `filter.${name}`
    const column = findColumn(columns, name, field)
    if (isRefusal(column)) return column
    const condition = Array.isArray(given)
      ? oneOf({ column, field }, given)
      : compareOne({ column, field }, 'EQL', given)
    if (isRefusal(condition)) return condition
    conditions.push(condition)
  }
  return conditions
}

/**
 * Returns the condition of `search`: a chain of terms joined by AND and OR with brackets, read as in SQL (AND
 * binds tighter). Brackets must match; an unmatched one is rejected, so that the chain cannot enclose the
 * scope condition.
 */
export function searchCondition(columns: Columns, terms: readonly Term[] = []): Condition | null | Refusal {
  if (terms.length > maxTerms) return refuse('value.too_many_items', { limit: maxTerms, field: 'search' })
  if (terms.filter(({ compare }) => compare === 'PSX' || compare === 'PIN').length > maxExpressions)
    return refuse('list.too_many_expressions', { limit: maxExpressions, field: 'search' })
  const parts: Condition[] = []
  let depth = 0
  for (const [index, term] of terms.entries()) {
    const field = `search[${index}]`
    const condition = termCondition(columns, term, field)
    if (isRefusal(condition)) return condition
    if (index > 0) parts.push(term.condition === 'OR' ? sql` or ` : sql` and `)
    if (term.lstr) parts.push(sql`(`)
    parts.push(sql`(${condition})`)
    if (term.rstr) parts.push(sql`)`)
    depth += (term.lstr ? 1 : 0) - (term.rstr ? 1 : 0)
    if (depth < 0) return refuse('list.bracket_not_opened', { field: `${field}.rstr` })
  }
  if (depth > 0) return refuse('list.bracket_not_closed', { field: 'search' })
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql``)})`
}

function termCondition(columns: Columns, term: Term, field: string): Condition | Refusal {
  const column = findColumn(columns, term.field, `${field}.field`)
  if (isRefusal(column)) return column
  const compare = term.compare ?? 'EQL'
  if (term.valarr === undefined)
    return compareOne({ column, field: `${field}.value` }, compare, term.value ?? null)
  if (term.value !== undefined) return refuse('list.value_or_values', { field })
  if (compare === 'EQL' || compare === 'NEQ')
    return oneOf({ column, field: `${field}.valarr` }, term.valarr, compare === 'NEQ')
  return refuse('list.operator_one_value', { operator: compare, field: `${field}.compare` })
}

/** A column that a query compares, and the field of the query that names the value. */
interface Compared {
  column: Column
  field: string
}

function oneOf(
  { column, field }: Compared,
  values: readonly Scalar[],
  isNegated = false,
): Condition | Refusal {
  if (values.length > maxValues) return refuse('value.too_many_items', { limit: maxValues, field })
  const operands: Scalar[] = []
  for (const value of values) {
    const read = readValue(column.kind, value, field)
    if (isRefusal(read)) return read
    if (read !== null) operands.push(read)
  }
  const choices: Condition[] = []
  if (operands.length > 0)
    choices.push(column.isOneOf?.(operands.map(String)) ?? sql`${column.sql} in (${sql.join(operands)})`)
  if (operands.length < values.length) choices.push(sql`${column.sql} is null`)
  const found = choices.length > 0 ? sql`(${sql.join(choices, sql` or `)})` : sql`false`
  return isNegated ? sql`${found} is not true` : found
}

const operators: Partial<Record<CompareCode, RawBuilder<unknown>>> = {
  EQL: sql`=`,
  LSS: sql`<`,
  LEQ: sql`<=`,
  GTR: sql`>`,
  GEQ: sql`>=`,
  NEQ: sql`is distinct from`,
  LKE: sql`like`,
  IKE: sql`ilike`,
  PSX: sql`~`,
  PIN: sql`!~*`,
}
const onTexts = new Set<CompareCode>(['LKE', 'IKE', 'PSX', 'PIN'])

function compareOne(compared: Compared, compare: CompareCode, value: Scalar): Condition | Refusal {
  const { column, field } = compared
  if (column.kind === 'shown') return readValue('shown', '', field) as Refusal // the only other type of the value here
  if (compare === 'ISN' || (compare === 'EQL' && value === null)) return sql`${column.sql} is null`
  if (compare === 'INN' || (compare === 'NEQ' && value === null)) return sql`${column.sql} is not null`
  if (value === null) return refuse('value.required', { field })
  if (compare === 'GIN' || column.kind === 'list') return contains(compared, compare, value)
  if (onTexts.has(compare)) return matches(compared, compare, String(value))
  const read = readValue(column.kind, value, field)
  if (isRefusal(read)) return read
  if (compare === 'EQL' && column.isOneOf) return column.isOneOf([String(read)])
  return sql`${column.sql} ${operators[compare]!} ${read}`
}

function contains({ column, field }: Compared, compare: CompareCode, value: Scalar): Condition | Refusal {
  if (column.kind !== 'list') return refuse('list.operator_lists_only', { field })
  if (compare !== 'GIN' && compare !== 'EQL')
    return refuse('list.operator_not_for_lists', { operator: compare, field })
  const text = String(value)
  return column.contains?.(text) ?? sql`${column.sql} @> array[${text}]::text[]`
}

function matches({ column, field }: Compared, compare: CompareCode, text: string): Condition | Refusal {
  if (text.length > maxPattern) return refuse('value.too_long', { limit: maxPattern, field })
  const read = readValue('text', text, field)
  if (isRefusal(read)) return read
  const isExpression = compare === 'PSX' || compare === 'PIN'
  const costly = isExpression ? checkExpression(String(read), field) : checkWildcards(String(read), field)
  if (costly) return costly
  const pattern = isExpression ? read : likePattern(String(read))
  const subject = column.kind === 'text' ? column.sql : sql`(${column.sql})::text`
  // the value of a subquery is unknown while the query is planned
  return sql`${subject} ${operators[compare]!} ${column.isUnestimated ? sql`(select ${pattern}::text)` : pattern}`
}

const checkWildcards = (text: string, field: string): Refusal | null =>
  text.split('%').length - 1 > maxWildcards
    ? refuse('list.too_many_wildcards', { limit: maxWildcards, field })
    : null

/** Returns the LIKE pattern: a text with `%` is used as it is; one without is searched anywhere. */
function likePattern(text: string): string {
  if (!text.includes('%')) return anywhere(text)
  // a pattern that ends in its escape character is an error in PostgreSQL
  return /(^|[^\\])(\\\\)*\\$/.test(text) ? `${text}\\` : text
}
