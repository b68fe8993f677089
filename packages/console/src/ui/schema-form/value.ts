import { mayBeEmpty } from './field-rules.ts'
import { isObject } from '../../lib/is-object.ts'
import { fieldsOf, type JsonObject, type JsonSchema, resolveSchema, segmentsOf } from './schema.ts'

/**
 * Returns the initial value of a form: with required objects, and a first row in required lists of objects,
 * so that a missing leaf is reported at its own field. Nothing else is filled in except texts that may be
 * empty.
 */
export function seed(root: JsonSchema, schema: JsonSchema): JsonObject {
  const value: JsonObject = {}
  for (const field of fieldsOf(root, schema, '')) {
    if (!field.required) continue
    if (field.kind === 'text' && mayBeEmpty(field.name)) value[field.name] = ''
    if (field.kind === 'group') value[field.name] = seed(root, field.schema)
    if (field.kind === 'rows') {
      const item = resolveSchema(root, field.schema.items ?? {})
      value[field.name] = [seed(root, item)]
    }
  }
  return value
}

/** Returns true if the user has entered nothing below: empty objects and rows, at any depth. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank)
  if (isObject(value)) return Object.values(value).every(isBlank)
  return value === undefined
}

export function readAt(value: unknown, path: string): unknown {
  let found = value
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(found)) found = found[Number(segment)]
    else if (isObject(found) && Object.hasOwn(found, segment)) found = found[segment]
    else return undefined
  }
  return found
}

const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

interface Edit {
  root: JsonSchema
  /** The value to write; undefined removes. */
  next: unknown
}

function writeMember(
  { schema, value }: { schema: JsonSchema; value: JsonObject },
  segments: readonly string[],
  edit: Edit,
): JsonObject {
  const { root, next } = edit
  const [name = '', ...rest] = segments
  const member = resolveSchema(root, schema.properties?.[name] ?? {})
  const required = schema.required?.includes(name) ?? false
  const written = rest.length === 0 ? next : writeInto({ schema: member, value: value[name] }, rest, edit)
  // Members that have become empty are not sent as {} or [], unless the standard requires the member. Only
  // the path of this edit is checked: raw JSON written elsewhere stays unchanged.
  const gone =
    written === undefined || (!required && rest.length > 0 && next === undefined && isBlank(written))
  return gone ? without(value, name) : { ...value, [name]: written }
}

function writeInto(
  { schema, value }: { schema: JsonSchema; value: unknown },
  segments: readonly string[],
  edit: Edit,
): unknown {
  const { root, next } = edit
  if (segments.length === 0) return next
  if (schema.type === 'array' || Array.isArray(value)) {
    const index = Number(segments[0])
    const item = resolveSchema(root, schema.items ?? {})
    const list = Array.isArray(value) ? [...(value as unknown[])] : []
    if (segments.length === 1 && next === undefined) list.splice(index, 1)
    else list[index] = writeInto({ schema: item, value: list[index] }, segments.slice(1), edit)
    return list
  }
  const object = isObject(value) ? value : next === undefined ? {} : seed(root, schema)
  return writeMember({ schema, value: object }, segments, edit)
}

/**
 * Returns a copy of the value with `next` at the path; `undefined` removes the member or row. Missing objects
 * along the path are created, and optional ones that became empty by this edit are omitted.
 */
export function writeAt(
  root: JsonSchema,
  value: JsonObject,
  { path, next }: { path: string; next: unknown },
): JsonObject {
  const schema = resolveSchema(root, root)
  const written = writeInto({ schema, value }, segmentsOf(path), { root, next })
  return isObject(written) ? written : {}
}
