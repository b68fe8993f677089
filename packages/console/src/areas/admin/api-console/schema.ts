/** The part of JSON Schema that the description of the interface uses. */
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

/** Where a value stands in a text of JSON: names of members and places in lists, from the outside in. */
export type JsonPath = readonly (string | number)[]

/** A schema with its alternatives side by side. */
export const alternatives = (schema: Schema): Schema[] =>
  schema.anyOf ? schema.anyOf.flatMap((one) => alternatives(one)) : [schema]

/** The schemas that a value at this place may have; none where nothing is said of it. */
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

/** A word or value that fits, with what is known of it. */
export interface Suggestion {
  text: string
  /** What kind of value it takes, or is. */
  detail: string
  info?: string
  isRequired?: boolean
}

/** Members that an object at this place may still get; the required ones first. */
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

/** Values that may stand at this place, as JSON, where they can be named. */
export function valuesAt(schema: Schema, path: JsonPath): Suggestion[] {
  const values = schemasAt(schema, path).flatMap((one): unknown[] => {
    if (one.enum) return [...one.enum]
    if (one.const !== undefined) return [one.const]
    if (one.type === 'boolean') return [true, false]
    return one.type === 'null' ? [null] : []
  })
  return [...new Set(values.map((value) => JSON.stringify(value)))].map((text) => ({ text, detail: '' }))
}

/** In a few words of the standard: `uuid`, `integer`, `string | null`, `A | B | C`. */
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

/** What a body begins as: the members that it must have, empty. */
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
