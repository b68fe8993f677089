import { isObject } from '../../lib/is-object.ts'
import { type JsonSchema, kindOf, resolveSchema, schemaAt, segmentsOf } from './schema.ts'
import { readAt } from './value.ts'

/** A violation of the schema, as a compiled validator reports it. */
export interface FieldProblem {
  /** JSON Pointer to the field, including list index; a missing or unknown member is included as well. */
  readonly path: string
  /** Keyword of JSON Schema that failed. */
  readonly keyword: string
  /** Parameters of the keyword: `{ limit: 20 }`. */
  readonly params?: Readonly<Record<string, unknown>>
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * Returns the path of the field that shows a problem: its own, or for an entry of a plain list the list. Null
 * if no field is rendered: for the root itself, and members unknown to the schema.
 */
export function fieldOf(root: JsonSchema, path: string): string | null {
  if (path === '') return null
  const parent = schemaAt(root, parentOf(path))
  const schema = schemaAt(root, path)
  if (parent === null || schema === null) return null
  const isEntry = parent.type === 'array' && kindOf(root, parent) === 'list'
  return isEntry ? parentOf(path) : path
}

/**
 * Groups problems by the field that shows them; the first of each field counts. Those without a field are
 * under ''.
 */
export function byField(
  root: JsonSchema,
  problems: readonly FieldProblem[],
): ReadonlyMap<string, readonly FieldProblem[]> {
  const sorted = new Map<string, FieldProblem[]>()
  for (const problem of problems) {
    const field = fieldOf(root, problem.path) ?? ''
    sorted.set(field, [...(sorted.get(field) ?? []), problem])
  }
  return sorted
}

/**
 * Returns true if the type of a value fits its field; other values are shown as they are, to be kept or
 * cleared.
 */
export function fitsField(root: JsonSchema, schema: JsonSchema, value: unknown): boolean {
  if (value === undefined) return true
  const kind = kindOf(root, schema)
  switch (kind) {
    case 'group':
      return isObject(value)
    case 'rows':
      return Array.isArray(value) && value.every(isObject)
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry !== 'object')
    case 'integer':
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return true
    default:
      return typeof value === 'string'
  }
}

/** Returns the readable path of a field: `chargingSchedulePeriod 3 › limit`, without the outermost names. */
export function placeWords(path: string): string {
  const words: string[] = []
  for (const segment of segmentsOf(path)) {
    if (/^\d+$/.test(segment) && words.length > 0) words[words.length - 1] += ` ${Number(segment) + 1}`
    else words.push(segment)
  }
  return words.join(' › ')
}

/**
 * Returns true if the user has filled in the field, so that its problem may be shown before the form is
 * submitted.
 */
export const isFilled = (value: unknown, path: string): boolean => {
  const found = readAt(value, path)
  return found !== undefined && found !== ''
}

export const itemSchema = (root: JsonSchema, schema: JsonSchema): JsonSchema =>
  resolveSchema(root, schema.items ?? {})
