import { isObject } from '../../../lib/is-object.ts'

export interface AnswerTable {
  columns: readonly string[]
  rows: readonly Readonly<Record<string, unknown>>[]
  /** Total rows and columns, of which the first are shown. */
  rowCount: number
  columnCount: number
}

const maxRows = 100
const maxColumns = 60

/**
 * Returns a response as a table if it is a list of objects, or an object whose only list contains objects;
 * otherwise null.
 */
export function tableOf(value: unknown): AnswerTable | null {
  const list = listIn(value)
  if (!list || list.length === 0 || !list.every(isObject)) return null
  const rows = list as readonly Record<string, unknown>[]
  const names = [...new Set(rows.slice(0, maxRows).flatMap((row) => Object.keys(row)))]
  return {
    columns: names.slice(0, maxColumns),
    rows: rows.slice(0, maxRows),
    rowCount: rows.length,
    columnCount: names.length,
  }
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  const lists = Object.values(value).filter((member) => Array.isArray(member))
  return lists.length === 1 ? lists[0]! : null
}
