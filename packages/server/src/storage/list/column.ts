import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { toWireText } from '@stationmaster/ocpp'

/**
 * Type of the values of a column; decides how a value of a query is read. `list` is an array of texts,
 * `number-text` an integer sent as text, `decimal` a decimal number sent as text, `shown` can only be selected.
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'number-text'
  | 'decimal'
  | 'boolean'
  | 'instant'
  | 'id'
  | 'list'
  | 'shown'

/** Column of a list: callers use its name, its expression is the only SQL that they can reach with it. */
export interface Column {
  kind: ColumnKind
  sql: RawBuilder<unknown>
  /** True if it may be null: nulls sort last in both directions. */
  isNullable: boolean
  /** For a list: returns the condition for rows that contain a text, if checking each row would be slow. */
  contains?: (text: string) => RawBuilder<unknown>
  /** Returns the condition for rows with one of these values, if comparing the expression of each row would be slow. */
  isOneOf?: (values: readonly string[]) => RawBuilder<unknown>
  /** True if patterns are not compared with the statistics of the column while PostgreSQL plans a query. */
  isUnestimated?: boolean
}

const kindOf =
  (kind: ColumnKind) =>
  (expression: RawBuilder<unknown> | string, nullable?: 'nullable'): Column => ({
    kind,
    sql: typeof expression === 'string' ? sql.ref(expression) : expression,
    isNullable: nullable !== undefined,
  })

/** Column factories by kind; a text names a column of the list's tables, everything else is an expression. */
export const column = {
  text: kindOf('text'),
  integer: kindOf('integer'),
  number: kindOf('number'),
  numberText: kindOf('number-text'),
  decimal: kindOf('decimal'),
  boolean: kindOf('boolean'),
  instant: kindOf('instant'),
  id: kindOf('id'),
  list: kindOf('list'),
  shown: kindOf('shown'),
}

/** Returns a column of long texts in many partitions: to compare their statistics with a pattern takes longer than the query. */
export const unestimated = (given: Column): Column => ({ ...given, isUnestimated: true })

export type Scalar = string | number | boolean | null

const wholeNumber = /^-?\d{1,18}$/
const anyNumber = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** Reads a value of a query as the column requires; `field` is its path in the query for errors. */
export function readValue(kind: ColumnKind, value: Scalar, field: string): Scalar | Refusal {
  if (value === null) return null
  const text = toWireText(String(value))
  switch (kind) {
    case 'text':
    case 'list':
      return text
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      return refuse('value.type', { type: 'boolean', field })
    case 'integer':
    case 'number-text':
      return wholeNumber.test(text) ? text : refuse('value.type', { type: 'integer', field })
    case 'number':
    case 'decimal':
      return anyNumber.test(text) ? text : refuse('value.type', { type: 'number', field })
    case 'id':
      return isUuid(text) ? text : refuse('value.uuid', { field })
    case 'instant':
      return readInstant(text, field)
    case 'shown':
      return refuse('list.column_display_only', { field })
  }
}

function readInstant(text: string, field: string): string | Refusal {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return refuse('value.date_time', { field })
  return new Date(time).toISOString()
}
