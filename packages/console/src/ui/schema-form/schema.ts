import { isObject } from '../../lib/is-object.ts'

/**
 * The part of JSON Schema that OCPP uses: 1.6 uses the plain keywords, 2.0.1 and 2.1 add `$ref` with
 * `definitions`, limits and descriptions. None of the published schemas contains `oneOf` or conditions.
 */
export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly default?: unknown
  readonly description?: string
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, JsonSchema>>
}

export type JsonObject = Record<string, unknown>

/**
 * Kind of control of a member. `rows` are lists of objects, `list` of plain values, `json` accepts any value
 * as text.
 */
export type FieldKind =
  | 'text'
  | 'choice'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'instant'
  | 'address'
  | 'group'
  | 'rows'
  | 'list'
  | 'json'

export interface Field {
  readonly name: string
  /** JSON Pointer from the root of the value. */
  readonly path: string
  readonly schema: JsonSchema
  readonly kind: FieldKind
  readonly required: boolean
}

/** Returns the segments of a JSON Pointer; the empty pointer (the root) has none. */
export const segmentsOf = (path: string): string[] =>
  path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

export const childPath = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Resolves `$ref` into the definitions of the root; an unknown reference accepts anything. */
export function resolveSchema(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let found = schema
  for (let hops = 0; found.$ref !== undefined && hops < 16; hops += 1) {
    const name = found.$ref.replace('#/definitions/', '')
    found = root.definitions?.[name] ?? {}
  }
  return found
}

export function kindOf(root: JsonSchema, schema: JsonSchema): FieldKind {
  if (schema.enum !== undefined) return 'choice'
  switch (schema.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return schema.type
    case 'string':
      if (schema.format === 'date-time') return 'instant'
      return schema.format === 'uri' ? 'address' : 'text'
    case 'object':
      return schema.properties === undefined ? 'json' : 'group'
    case 'array': {
      const item = kindOf(root, resolveSchema(root, schema.items ?? {}))
      if (item === 'group') return 'rows'
      return item === 'json' || item === 'rows' || item === 'list' ? 'json' : 'list'
    }
    default:
      return 'json'
  }
}

/** Returns the members of an object schema in the order of the schema, which is the order in the message. */
export function fieldsOf(root: JsonSchema, schema: JsonSchema, path: string): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const resolved = resolveSchema(root, member)
    return {
      name,
      path: childPath(path, name),
      schema: resolved,
      kind: kindOf(root, resolved),
      required: schema.required?.includes(name) ?? false,
    }
  })
}

/** Returns the schema of the value at a path, or null if the schema does not define it. */
export function schemaAt(root: JsonSchema, path: string): JsonSchema | null {
  let schema = resolveSchema(root, root)
  for (const segment of segmentsOf(path)) {
    const next = schema.type === 'array' ? schema.items : schema.properties?.[segment]
    if (next === undefined) return null
    schema = resolveSchema(root, next)
  }
  return schema
}

/** Returns the value with the members of every object in the order of the schema, unknown ones last. */
export function orderMembers(root: JsonSchema, schema: JsonSchema, value: unknown): unknown {
  const resolved = resolveSchema(root, schema)
  if (Array.isArray(value)) {
    const { items } = resolved
    return items === undefined ? value : value.map((item) => orderMembers(root, items, item))
  }
  if (!isObject(value)) return value
  const known = Object.entries(resolved.properties ?? {}).filter(([name]) => Object.hasOwn(value, name))
  const unknown = Object.entries(value).filter(([name]) => !Object.hasOwn(resolved.properties ?? {}, name))
  return Object.fromEntries([
    ...known.map(([name, member]) => [name, orderMembers(root, member, value[name])]),
    ...unknown,
  ])
}
