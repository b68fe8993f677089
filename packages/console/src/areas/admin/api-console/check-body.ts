import { alternatives, type JsonPath, kindOf, type Schema } from './schema.ts'

/** A fault of a body: its kind, for which the texts have a sentence, and its position. */
export interface BodyFault {
  path: JsonPath
  /** True if the name of the member is at fault, not its value. */
  isKey?: boolean
  word: 'required' | 'unknown' | 'kind' | 'length' | 'range' | 'form'
  /** Parameter of the sentence: a name, the expected kind, a limit. */
  about: string
}

const maxFaults = 20

/** Checks a body against the schema of its endpoint as far as a page can; the server validates every request. */
export const checkBody = (schema: Schema, value: unknown): BodyFault[] =>
  check(schema, value, []).slice(0, maxFaults)

function check(schema: Schema, value: unknown, path: JsonPath): BodyFault[] {
  const all = alternatives(schema)
  if (all.length === 1) return checkOne(all[0]!, value, path)
  const tries = all.map((one) => checkOne(one, value, path))
  if (tries.some((faults) => faults.length === 0)) return []
  // The alternative of the same kind is the one that was meant.
  const meant = all.findIndex((one) => isKind(one, value))
  return meant < 0 ? [{ path, word: 'kind', about: kindOf(schema) }] : tries[meant]!
}

function checkOne(schema: Schema, value: unknown, path: JsonPath): BodyFault[] {
  if (schema.enum && !schema.enum.includes(value)) return [{ path, word: 'kind', about: kindOf(schema) }]
  if (schema.const !== undefined && schema.const !== value)
    return [{ path, word: 'kind', about: String(schema.const) }]
  if (!isKind(schema, value)) return [{ path, word: 'kind', about: kindOf(schema) }]
  if (typeof value === 'string') return checkText(schema, value, path)
  if (typeof value === 'number') return checkNumber(schema, value, path)
  if (Array.isArray(value)) return checkList(schema, value, path)
  if (typeof value === 'object' && value !== null)
    return checkObject(schema, value as Record<string, unknown>, path)
  return []
}

function isKind({ type }: Schema, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}

const forms: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i,
  date: /^\d{4}-\d\d-\d\d$/,
}

function checkText(schema: Schema, value: string, path: JsonPath): BodyFault[] {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema
  if (value.length < minLength) return [{ path, word: 'length', about: `≥ ${minLength}` }]
  if (value.length > maxLength) return [{ path, word: 'length', about: `≤ ${maxLength}` }]
  const form = format === undefined ? undefined : forms[format]
  if (form && !form.test(value)) return [{ path, word: 'form', about: format! }]
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return [{ path, word: 'form', about: pattern }]
  return []
}

function checkNumber({ minimum = -Infinity, maximum = Infinity }: Schema, value: number, path: JsonPath) {
  const about = [
    ...(minimum > -Infinity ? [`≥ ${minimum}`] : []),
    ...(maximum < Infinity ? [`≤ ${maximum}`] : []),
  ].join(', ')
  return value < minimum || value > maximum ? [{ path, word: 'range', about } as const] : []
}

function checkList(schema: Schema, value: readonly unknown[], path: JsonPath): BodyFault[] {
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (value.length < minItems) return [{ path, word: 'length', about: `≥ ${minItems}` }]
  if (value.length > maxItems) return [{ path, word: 'length', about: `≤ ${maxItems}` }]
  return items ? value.flatMap((item, place) => check(items, item, [...path, place])) : []
}

function checkObject(schema: Schema, value: Record<string, unknown>, path: JsonPath): BodyFault[] {
  const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema
  const open = Object.values(patternProperties)[0]
  const missing = required
    .filter((name) => !(name in value))
    .map((name): BodyFault => ({ path, word: 'required', about: name }))
  const members = Object.entries(value).flatMap(([name, member]): BodyFault[] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : open
    const inside = [...path, name]
    if (known) return check(known, member, inside)
    if (typeof additionalProperties === 'object') return check(additionalProperties, member, inside)
    return additionalProperties === false ? [{ path: inside, isKey: true, word: 'unknown', about: name }] : []
  })
  return [...missing, ...members]
}
