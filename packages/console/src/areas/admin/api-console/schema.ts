/** The subset of JSON Schema that the API description uses. */
export interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  required?: readonly string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  description?: string
}

/** Path of a value in a JSON text: names of members and indexes of lists, from the outside in. */
export type JsonPath = readonly (string | number)[]

/** Returns the alternatives of a schema as a flat list. */
export const alternatives = (schema: Schema): Schema[] =>
  schema.anyOf ? schema.anyOf.flatMap((one) => alternatives(one)) : [schema]

/** Returns the schemas that a value at this path may have; empty if nothing is specified for it. */
export const schemasAt = (schema: Schema, path: JsonPath): Schema[] =>
  path.reduce<Schema[]>(
    (schemas, step) => schemas.flatMap((one) => stepInto(one, step)).flatMap((one) => alternatives(one)),
    alternatives(schema),
  )

function stepInto(schema: Schema, step: string | number): Schema[] {
  if (typeof step === 'number') return schema.items ? [schema.items] : []
  const known = schema.properties?.[step]
  if (known) return [known]
  const open = Object.values(schema.patternProperties ?? {})
  return typeof schema.additionalProperties === 'object' ? [...open, schema.additionalProperties] : open
}

/** A name or value that fits, with its description. */
export interface Suggestion {
  text: string
  /** Kind of the value. */
  detail: string
  info?: string
  isRequired?: boolean
}

/** Returns the members that an object at this path may still get, required ones first. */
export function keysAt(schema: Schema, path: JsonPath, present: readonly string[]): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const { properties = {}, required = [] } of schemasAt(schema, path))
    for (const [text, member] of Object.entries(properties)) {
      const isRequired = required.includes(text)
      if (present.includes(text) || found.has(text)) continue
      found.set(text, { text, detail: kindOf(member), info: member.description, isRequired })
    }
  return [...found.values()].sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** Returns the values that are possible at this path, as JSON, if they can be enumerated. */
export function valuesAt(schema: Schema, path: JsonPath): Suggestion[] {
  const values = schemasAt(schema, path).flatMap((one): unknown[] => {
    if (one.enum) return [...one.enum]
    if (one.const !== undefined) return [one.const]
    if (one.type === 'boolean') return [true, false]
    return one.type === 'null' ? [null] : []
  })
  return [...new Set(values.map((value) => JSON.stringify(value)))].map((text) => ({ text, detail: '' }))
}

/** Describes a schema in a few words of the standard: `uuid`, `integer`, `string | null`, `A | B | C`. */
export function kindOf(schema: Schema): string {
  const kinds = alternatives(schema).flatMap((one): string[] => {
    if (one.enum) return one.enum.map(String)
    if (one.const !== undefined) return [String(one.const)]
    if (one.type === 'array') return [`${one.items ? kindOf(one.items) : ''}[]`]
    return [one.format ?? one.type ?? '']
  })
  const words = [...new Set(kinds.filter((kind) => kind !== ''))]
  return words.length > 6 ? `${words.slice(0, 6).join(' | ')} …` : words.join(' | ')
}

/** Returns a body to start with: the required members, empty. */
export function sampleBody(schema: Schema): string {
  const [first = {}] = alternatives(schema)
  const members = (first.required ?? []).map(
    (name) => [name, sampleOf(first.properties?.[name] ?? {})] as const,
  )
  return JSON.stringify(Object.fromEntries(members), null, 2)
}

function sampleOf(schema: Schema): unknown {
  const [first = {}] = alternatives(schema)
  if (first.enum) return first.enum[0]
  if (first.const !== undefined) return first.const
  switch (first.type) {
    case 'object':
      return {}
    case 'array':
      return []
    case 'integer':
    case 'number':
      return first.minimum ?? 0
    case 'boolean':
      return false
    default:
      return first.type === 'null' ? null : ''
  }
}
