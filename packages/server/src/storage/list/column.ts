import { type RawBuilder, sql } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { toWireText } from '@stationmaster/ocpp'

/**
 * What a column holds; decides how a value of a query is read.
 * `list` is an array of texts, `number-text` a whole number that travels as text, `shown` can only be selected.
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'number-text'
  | 'boolean'
  | 'instant'
  | 'id'
  | 'list'
  | 'shown'

/** One column of a list: its name is what callers say, its expression is the only SQL they can reach with it. */
export interface Column {
  kind: ColumnKind
  sql: RawBuilder<unknown>
  /** May be null: sorts last in both directions. */
  isNullable: boolean
  /** Of a list: how the rows that contain a text are found, where looking into each row would be slow. */
  contains?: (text: string) => RawBuilder<unknown>
}

const kindOf =
  (kind: ColumnKind) =>
  (expression: RawBuilder<unknown> | string, nullable?: 'nullable'): Column => ({
    kind,
    sql: typeof expression === 'string' ? sql.ref(expression) : expression,
    isNullable: nullable !== undefined,
  })

/** Column makers by kind; a text names a column of the list's tables, anything else is an expression. */
export const column = {
  text: kindOf('text'),
  integer: kindOf('integer'),
  number: kindOf('number'),
  numberText: kindOf('number-text'),
  boolean: kindOf('boolean'),
  instant: kindOf('instant'),
  id: kindOf('id'),
  list: kindOf('list'),
  shown: kindOf('shown'),
}

export type Scalar = string | number | boolean | null

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const wholeNumber = /^-?\d{1,18}$/
const anyNumber = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/** Reads a value of a query as the column needs it; `where` says which part of the query it came from. */
export function readValue(kind: ColumnKind, value: Scalar, where: string): Scalar | Refusal {
  if (value === null) return null
  const text = toWireText(String(value))
  switch (kind) {
    case 'text':
    case 'list':
      return text
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      return refuse('invalid', `"${shorten(text)}" is neither true nor false`, where)
    case 'integer':
    case 'number-text':
      return wholeNumber.test(text)
        ? text
        : refuse('invalid', `"${shorten(text)}" is not a whole number`, where)
    case 'number':
      return anyNumber.test(text) ? text : refuse('invalid', `"${shorten(text)}" is not a number`, where)
    case 'id':
      return uuid.test(text) ? text : refuse('invalid', `"${shorten(text)}" is not an id`, where)
    case 'instant':
      return readInstant(text, where)
    case 'shown':
      return refuse('invalid', 'this column can be shown but neither searched nor sorted', where)
  }
}

function readInstant(text: string, where: string): string | Refusal {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return refuse('invalid', `"${shorten(text)}" is not an ISO 8601 time`, where)
  return new Date(time).toISOString()
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
