import { type FrameCaps, scanShape, toWireText } from '@stationmaster/ocpp'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { type Refusal, refuse } from '../shared/refusal.ts'
import { type KeywordError, refuseByKeyword } from '../shared/refuse-by-keyword.ts'

/** Limits beyond what any client sends; parsing more would block the event loop for other users. */
const caps: FrameCaps = { depth: 64, keysPerObject: 1000, nodes: 20_000 }
const longestField = 100

/**
 * Validates bodies against the schema of a row; the refusal names the field and, for an unknown key, the
 * valid keys.
 */
export interface BodyReader {
  (text: string): { value: unknown } | { no: Refusal }
}

/**
 * Creates a reader for one schema. Unless `isVerbatim`, NUL and lone surrogates in texts are replaced by
 * characters that a text column can store, so that they never cause an error.
 */
export function bodyReader(schema: TSchema, isVerbatim: boolean): BodyReader {
  const validator = Compile(schema)
  return (text) => {
    const tooMuch = scanShape(text, caps)
    if (tooMuch === 'too-deep') return { no: refuse('request.too_deep', { levels: caps.depth }) }
    if (tooMuch)
      return { no: refuse('request.too_many_values', { values: caps.nodes, keys: caps.keysPerObject }) }
    const parsed = parse(text)
    if ('no' in parsed) return parsed
    if (!validator.Check(parsed.value))
      return { no: refuseBySchema(schema, parsed.value, validator.Errors(parsed.value)) }
    return { value: isVerbatim ? parsed.value : cleaned(parsed.value) }
  }
}

function parse(text: string): { value: unknown } | { no: Refusal } {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    // the message of the parser quotes the body, which may contain a password
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { no: at ? refuse('request.not_json_at', { character: Number(at) }) : refuse('request.not_json') }
  }
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return toWireText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toWireText(key), cleaned(part)]))
}

interface SchemaError extends KeywordError {
  instancePath: string
}

/** Refuses a value by the first of its errors against a schema. */
export function refuseBySchema(schema: TSchema, value: unknown, errors: readonly SchemaError[]): Refusal {
  // "schema is false" and "no branch fits" follow from another error that is more specific
  const first = errors.find(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf') ?? errors[0]
  if (!first) return refuse('request.unreadable')
  const params = first.params as Record<string, unknown>
  const field = fieldName(first.instancePath)
  if (first.keyword === 'additionalProperties') {
    const [unknown = ''] = params.additionalProperties as string[]
    const known = keysAt(schema, first.instancePath).join(', ') || '–'
    return refuse('value.unknown_key', { key: unknown.slice(0, 60), known, field: at(join(field, unknown)) })
  }
  if (first.keyword === 'required') {
    const [missing = ''] = params.requiredProperties as string[]
    return refuse('value.required', { field: at(join(field, missing)) })
  }
  const isNullable = errors.some(
    (other) =>
      other.instancePath === first.instancePath && 'type' in other.params && other.params.type === 'null',
  )
  return refuseByKeyword(first, at(field), isNullable && value !== null)
}

const at = (field: string): string | undefined => field.slice(0, longestField) || undefined

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
