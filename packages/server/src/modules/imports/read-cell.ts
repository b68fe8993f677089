import type { MappedColumn } from './map-columns.ts'
import { readTime } from './read-time.ts'

interface JsonSchema {
  type?: string
  format?: string
  enum?: readonly unknown[]
}

/**
 * Converts the text of a cell to the value that the endpoint expects. A text that cannot be converted is returned
 * unchanged, so that the schema refuses it. Undefined for an empty cell.
 */
export function readCell(text: string, column: MappedColumn): unknown {
  if (text === '') return undefined
  const known = column.codes.get(text.toLowerCase()) ?? text
  const { type, format, enum: words } = column.schema as JsonSchema
  if (words) return words.find((word) => String(word).toLowerCase() === known.toLowerCase()) ?? known
  if (format === 'date-time' || format === 'date') return readTime(known, format, column.timeZone) ?? known
  switch (type) {
    case 'integer':
    case 'number':
      return readNumber(known, column.factor) ?? known
    case 'boolean':
      return truths[known.toLowerCase()] ?? known
    case 'array':
      return (known.startsWith('[') ? readJson(known) : null) ?? readList(known)
    case 'object':
      return readJson(known) ?? known
    default:
      return known
  }
}

/** Entries of a list: separated by commas or semicolons; one that has a separator is quoted as a whole. */
const entries = /\s*"((?:[^"]|"")*)"\s*(?=[,;]|$)|[^,;]+/g

const readList = (text: string): string[] =>
  Array.from(text.matchAll(entries), ([entry, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? entry).trim(),
  ).filter((entry) => entry !== '')

const truths: Partial<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

function readNumber(text: string, factor: number): number | null {
  const plain = text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain) * factor
  // kW with three decimals are whole watts
  return factor === 1 ? value : Math.round(value)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
