import { schemaRules } from '@stationmaster/contract'
import { type FrameCaps, scanShape, toWireText } from '@stationmaster/ocpp'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import type { WebRefusal } from './failures.ts'

/** Limits beyond what any client sends; parsing more would block the event loop for other users. */
const caps: FrameCaps = { depth: 64, keysPerObject: 1000, nodes: 20_000 }
const longestField = 100

/**
 * Validates bodies against the schema of a row; the refusal names the field and, for an unknown key, the
 * valid keys.
 */
export interface BodyReader {
  (text: string): { value: unknown } | { no: WebRefusal }
}

/**
 * Creates a reader for one schema. Unless `isVerbatim`, NUL and lone surrogates in texts are replaced by
 * characters that a text column can store, so that they never cause an error.
 */
export function bodyReader(schema: TSchema, isVerbatim: boolean): BodyReader {
  const validator = Compile(schema)
  return (text) => {
    const tooMuch = scanShape(text, caps)
    if (tooMuch) return invalid(shapeWords[tooMuch])
    const parsed = parse(text)
    if ('no' in parsed) return parsed
    if (!validator.Check(parsed.value)) {
      const problem = describe(schema, parsed.value, validator.Errors(parsed.value))
      return invalid(problem.message, problem.field)
    }
    return { value: isVerbatim ? parsed.value : cleaned(parsed.value) }
  }
}

const shapeWords = {
  'too-deep': `the body is nested deeper than ${caps.depth} levels`,
  'too-wide': `the body holds more than ${caps.nodes} values, or an object more than ${caps.keysPerObject} keys`,
}

const invalid = (message: string, field?: string, params?: WebRefusal['params']): { no: WebRefusal } => ({
  no: { status: 400, code: 'invalid', message, field: field?.slice(0, longestField), params },
})

function parse(text: string): { value: unknown } | { no: WebRefusal } {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    // the message of the parser quotes the body, which may contain a password
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return invalid(`the body is not JSON${at ? ` (character ${at})` : ''}`)
  }
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return toWireText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toWireText(key), cleaned(part)]))
}

interface SchemaError {
  keyword: string
  instancePath: string
  message: string
  params: object
}

/** Describes the first problem in words that help the caller. */
function describe(
  schema: TSchema,
  value: unknown,
  errors: readonly SchemaError[],
): { message: string; field?: string; params?: WebRefusal['params'] } {
  // "schema is false" and "no branch fits" follow from another error that is more specific
  const telling = errors.find(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf') ?? errors[0]
  if (!telling) return { message: 'the body does not fit' }
  const params = telling.params as Record<string, unknown>
  const field = fieldName(telling.instancePath)
  if (telling.keyword === 'additionalProperties') {
    const [unknown = ''] = params.additionalProperties as string[]
    const valid = keysAt(schema, telling.instancePath)
    const known = valid.length > 0 ? `the keys are ${valid.join(', ')}` : 'it takes no keys'
    return { message: `unknown key "${unknown.slice(0, 60)}"; ${known}`, field: join(field, unknown) }
  }
  if (telling.keyword === 'required') {
    const [missing = ''] = params.requiredProperties as string[]
    return {
      message: `"${join(field, missing)}" is missing`,
      field: join(field, missing),
      params: { rule: 'required' },
    }
  }
  if (telling.keyword === 'enum') {
    const words = (params.allowedValues as unknown[]).map((word) => JSON.stringify(word)).join(', ')
    return { message: `must be one of ${words}`, field, params: { rule: 'enum', values: words } }
  }
  const nullable = errors.some(
    (other) =>
      other.instancePath === telling.instancePath && 'type' in other.params && other.params.type === 'null',
  )
  const orNull = nullable && value !== null ? ' (or null)' : ''
  return { message: `${telling.message}${orNull}`, field: field || undefined, params: ruleOf(telling) }
}

/**
 * Returns the violated rule and its limit, for clients that render it; undefined for rules that do not occur
 * in forms.
 */
function ruleOf({ keyword, params }: SchemaError): WebRefusal['params'] {
  const { format, limit } = params as { format?: string; limit?: number }
  const rule = keyword === 'format' ? format : keyword
  if (!schemaRules.some((known) => known === rule)) return undefined
  return { rule: rule!, ...(limit === undefined ? {} : { limit }) }
}

/** Converts `/search/0/field` to the usual notation `search[0].field`. */
const fieldName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : join(name, part)), '')

const join = (name: string, part: string): string => (name === '' ? part : `${name}.${part}`)

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

function keysAt(schema: TSchema, pointer: string): string[] {
  let shape: Shape | undefined = schema as Shape
  for (const part of pointer.split('/').slice(1)) {
    const holder: Shape | undefined = shape?.anyOf?.find((one) => one.properties ?? one.items) ?? shape
    shape = holder?.properties?.[part] ?? holder?.items
  }
  return Object.keys(shape?.properties ?? {})
}
