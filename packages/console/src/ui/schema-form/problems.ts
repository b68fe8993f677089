import { isObject } from '../../lib/is-object.ts'
import { type JsonSchema, kindOf, resolveSchema, schemaAt, segmentsOf } from './schema.ts'
import { readAt } from './value.ts'

/** One place where a value does not fit, as a compiled validator tells it. */
export interface FieldProblem {
  /** JSON Pointer to the very field, list index included; a missing or superfluous member is named, too. */
  readonly path: string
  /** The keyword of JSON Schema that failed. */
  readonly keyword: string
  /** What the keyword wanted: `{ limit: 20 }`. */
  readonly params?: Readonly<Record<string, unknown>>
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * The field that shows a problem: its own, or for an entry of a plain list the list. Null where no field is drawn:
 * the root itself, and members that the schema does not know.
 */
export function fieldOf(root: JsonSchema, path: string): string | null {
  if (path === '') return null
  const parent = schemaAt(root, parentOf(path))
  const schema = schemaAt(root, path)
  if (parent === null || schema === null) return null
  const isEntry = parent.type === 'array' && kindOf(root, parent) === 'list'
  return isEntry ? parentOf(path) : path
}

/** Problems by the field that shows them; the first of each field counts. What has no field stands under ''. */
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

/** Whether a value has the type that its field can show; anything else is shown as it is, to be kept or cleared. */
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

/** The place of a field for a sentence: `chargingSchedulePeriod 3 › limit`, without the outermost names. */
export function placeWords(path: string): string {
  const words: string[] = []
  for (const segment of segmentsOf(path)) {
    if (/^\d+$/.test(segment) && words.length > 0) words[words.length - 1] += ` ${Number(segment) + 1}`
    else words.push(segment)
  }
  return words.join(' › ')
}

/** Whether a person has put something into the field, so that its problem may be told before the form is sent. */
export const isFilled = (value: unknown, path: string): boolean => {
  const found = readAt(value, path)
  return found !== undefined && found !== ''
}

export const itemSchema = (root: JsonSchema, schema: JsonSchema): JsonSchema =>
  resolveSchema(root, schema.items ?? {})
