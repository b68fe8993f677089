/**
 * The part of TypeBox that the contract uses, as plain JSON Schema. The build replaces TypeBox by it, so that
 * the browser gets the limits of a field (maxLength and so on) without the library; types still come from the
 * original.
 */
type Schema = Record<string, unknown>
const optional = Symbol('optional')

const simple =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

const objectOf = (properties: Record<string, Schema>, options: Schema = {}): Schema => {
  const required = Object.keys(properties).filter((name) => !(optional in (properties[name] ?? {})))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

export const Type = {
  Object: objectOf,
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  String: simple('string'),
  Integer: simple('integer'),
  Number: simple('number'),
  Boolean: simple('boolean'),
  Null: simple('null'),
  Unknown: (options: Schema = {}): Schema => ({ ...options }),
  Any: (options: Schema = {}): Schema => ({ ...options }),
  Literal: (value: unknown, options: Schema = {}): Schema => ({
    const: value,
    type: typeof value,
    ...options,
  }),
  Enum: (words: readonly unknown[], options: Schema = {}): Schema => ({ enum: [...words], ...options }),
  Union: (anyOf: Schema[], options: Schema = {}): Schema => ({ anyOf, ...options }),
  Record: (_key: Schema, value: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    additionalProperties: value,
    ...options,
  }),
  Optional: (schema: Schema): Schema => ({ ...schema, [optional]: true }),
  Pick: ({ properties }: { properties: Record<string, Schema> }, names: readonly string[]): Schema =>
    objectOf(Object.fromEntries(names.map((name) => [name, properties[name]!]))),
  Partial: (schema: Schema): Schema => ({ ...schema, required: undefined }),
}
