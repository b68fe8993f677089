import type { TSchema } from 'typebox'
import { type Refusal, refuse } from './refusal.ts'
import { type KeywordError, refuseByKeyword } from './refuse-by-keyword.ts'

const longestField = 100

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
