import { columnsOf, type Sheet, type SheetColumn } from '@stationmaster/contract'
import type { TObject } from 'typebox'
import { type Refusal, refuse } from '../shared/refusal.ts'
import { isTimeZone } from '../shared/request-fields.ts'

/** Value of a cell: text, number, truth value, a time in the zone of the file, or an amount. */
export type CellValue = string | number | boolean | LocalTime | DecimalText | null

/** A time of the zone of the file, such as `2026-11-22 14:03:05`. */
export class LocalTime {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A decimal number such as `-12.50`: a text in JSON, which keeps its digits. */
export class DecimalText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Content of an exported file, in the order of its columns. */
export interface SheetContent {
  name: string
  titles: string[]
  fields: string[]
  /** True for columns with times. */
  isTime: boolean[]
  /** True for columns with amounts. */
  isDecimal: boolean[]
  valuesOf: (row: Record<string, unknown>) => CellValue[]
}

/** Returns the content that a caller requested; without a request all fields, with times in UTC. */
export function sheetContent(
  rows: TObject,
  { sheet, fields }: { sheet?: Sheet | undefined; fields: string[] | undefined },
  name: string,
): SheetContent | Refusal {
  const known = columnsOf(rows)
  const { timezone, columns, ...given } = sheet ?? {
    timezone: 'UTC',
    columns: (fields ?? known).map((field): SheetColumn => ({ field, title: field })),
  }
  // fields of a query are checked by its list
  const unknown = sheet && columns.find(({ field }) => !known.includes(field))
  if (unknown)
    return refuse('list.column_unknown', { column: unknown.field, columns: known.join(', '), field: 'sheet' })
  if (!isTimeZone(timezone)) return refuse('value.time_zone_unknown', { field: 'sheet.timezone' })
  const isTime = columns.map(({ field }) => hasFormat(rows.properties[field], 'date-time'))
  const isDecimal = columns.map(({ field }) => hasFormat(rows.properties[field], 'decimal'))
  const local = localTimes(timezone)
  return {
    name: given.name ?? name,
    titles: columns.map(({ title, unit }, at) => {
      const note = isTime[at] ? timezone : unit
      return note === undefined ? title : `${title} (${note})`
    }),
    fields: [...new Set(columns.map(({ field }) => field))],
    isTime,
    isDecimal,
    valuesOf: (row) =>
      columns.map((column, at) => {
        const value = row[column.field]
        if (typeof value === 'string' && isTime[at]) return local(value)
        if (typeof value === 'string' && isDecimal[at]) return new DecimalText(value)
        return cellValue(value, column)
      }),
  }
}

interface JsonSchema {
  format?: string
  anyOf?: JsonSchema[]
}
const hasFormat = (schema: unknown, wanted: string): boolean => {
  const { format, anyOf = [] } = (schema ?? {}) as JsonSchema
  return format === wanted || anyOf.some((each) => hasFormat(each, wanted))
}

/** Returns a function that converts an instant to local time, in the form that every spreadsheet reads. */
function localTimes(timeZone: string): (instant: string) => LocalTime {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => new LocalTime(form.format(new Date(instant)))
}

/** Returns an entry of a list in one cell, quoted if it has a separator; an import reads it back. */
const inList = (text: string): string => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function cellValue(value: unknown, { divisor = 1, words = {}, members }: SheetColumn): CellValue {
  if (value === null || value === undefined) return null
  const word = (part: unknown): string => {
    const text = typeof part === 'object' && part !== null ? JSON.stringify(part) : String(part ?? '')
    return Object.hasOwn(words, text) ? words[text]! : text
  }
  // a list of objects as in CSV files; an import reads it back
  if (Array.isArray(value) && !members && value.some((entry) => typeof entry === 'object'))
    return JSON.stringify(value)
  if (Array.isArray(value))
    return value
      .map((entry: Record<string, unknown> | string) => {
        if (typeof entry === 'string') return inList(word(entry))
        return members ? members.map((member) => word(entry[member])).join(' ') : word(entry)
      })
      .join(', ')
  if (typeof value !== 'number' && typeof value !== 'boolean') return word(value)
  if (Object.hasOwn(words, String(value))) return word(value)
  return typeof value === 'number' && divisor !== 1 ? Math.round((value / divisor) * 1000) / 1000 : value
}
