import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { Errors, Pointer } from 'typebox/schema'
import { type JsonPath, kindOf, type Schema, schemasAt } from './schema.ts'

/** A fault of a body: its kind, for which the texts have a sentence, and its position. */
export interface BodyFault {
  path: JsonPath
  word: 'required' | 'unknown' | 'kind' | 'length' | 'range' | 'form'
  /** Parameter of the sentence: a name, the expected kind, a limit. */
  about: string
}

/** A fault of a body with its position in the text. */
export interface PlacedFault {
  from: number
  to: number
  /** Line number, from 1. */
  line: number
  fault: BodyFault | null
}

type SchemaError = ReturnType<typeof Errors>[1][number]

const maxFaults = 20
const words: Partial<Record<SchemaError['keyword'], BodyFault['word']>> = {
  required: 'required',
  additionalProperties: 'unknown',
  type: 'kind',
  enum: 'kind',
  const: 'kind',
  anyOf: 'kind',
  minimum: 'range',
  maximum: 'range',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
  format: 'form',
  pattern: 'form',
}

/** Returns the faults of a text as a request body; a null fault means that the text is not JSON. */
export function faultsOf(schema: Schema, text: string): PlacedFault[] {
  const { root, errors } = parse(text)
  const place = (from: number, to: number, fault: BodyFault | null): PlacedFault => ({
    from,
    to: Math.max(to, Math.min(from + 1, text.length)),
    line: text.slice(0, from).split('\n').length,
    fault,
  })
  const [first] = errors
  const value = first ? undefined : valueOf(text)
  if (value === undefined) {
    const from = Math.min(first?.offset ?? 0, Math.max(0, text.length - 1))
    return [place(from, from, null)]
  }
  return checkBody(schema, value).map((fault) => {
    const node = root && findNodeAtLocation(root, [...fault.path])
    const marked = fault.word === 'unknown' ? node?.parent?.children?.[0] : node
    const { offset, length } = marked ?? { offset: 0, length: text.length }
    // For a missing member only the beginning of the object is marked.
    return place(offset, fault.word === 'required' ? offset : offset + length, fault)
  })
}

/** The tree has the position of each value; it is missing for a text that is nested too deep to be parsed. */
function parse(text: string): { root?: Node | undefined; errors: ParseError[] } {
  const errors: ParseError[] = []
  try {
    return { root: parseTree(text, errors, { disallowComments: true }), errors }
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure
    return { errors: [{ error: 1, offset: 0, length: 1 }] }
  }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks a body against the schema of its endpoint as far as a page can; the server validates every request. */
function checkBody(schema: Schema, value: unknown): BodyFault[] {
  const faults = new Map<string, BodyFault>()
  for (const error of meantAlternatives(Errors(schema, value)[1]))
    for (const fault of faultsFrom(error, schema, value)) faults.set(JSON.stringify(fault), fault)
  return [...faults.values()].slice(0, maxFaults)
}

/** Leaves out what is wrong in an alternative that the value was not meant to be: one of another kind. */
function meantAlternatives(errors: readonly SchemaError[]): SchemaError[] {
  const isBelow = (error: SchemaError, schemaPath: string, instancePath: string): boolean =>
    `${error.schemaPath}/`.startsWith(`${schemaPath}/`) && error.instancePath.startsWith(instancePath)
  const others = errors.filter(
    ({ keyword, schemaPath }) =>
      words[keyword] === 'kind' && keyword !== 'anyOf' && /\/anyOf\/\d+$/.test(schemaPath),
  )
  const meant = errors.filter(
    (error) => !others.some(({ schemaPath, instancePath }) => isBelow(error, schemaPath, instancePath)),
  )
  return meant.filter(
    ({ keyword, schemaPath, instancePath }) =>
      keyword !== 'anyOf' || !meant.some((error) => isBelow(error, `${schemaPath}/anyOf`, instancePath)),
  )
}

function faultsFrom(error: SchemaError, schema: Schema, body: unknown): BodyFault[] {
  const path = pathOf(body, error.instancePath)
  const word = words[error.keyword]
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((about) => ({ path, word: 'required', about }))
    case 'additionalProperties':
      return error.params.additionalProperties.map((about) => ({
        path: [...path, about],
        word: 'unknown',
        about,
      }))
    case 'minimum':
    case 'maximum':
      return [{ path, word: 'range', about: rangeOf(schemasAt(schema, path)) }]
    case 'minLength':
    case 'minItems':
      return [{ path, word: 'length', about: `≥ ${error.params.limit}` }]
    case 'maxLength':
    case 'maxItems':
      return [{ path, word: 'length', about: `≤ ${error.params.limit}` }]
    case 'format':
      return [{ path, word: 'form', about: error.params.format }]
    case 'pattern':
      return [{ path, word: 'form', about: String(error.params.pattern) }]
    default:
      return word ? [{ path, word, about: kindOf({ anyOf: schemasAt(schema, path) }) }] : []
  }
}

const rangeOf = ([{ minimum, maximum } = {}]: readonly Schema[]): string =>
  [
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
  ].join(', ')

/** Returns the path of a JSON pointer: in a list the steps are numbers. */
function pathOf(body: unknown, pointer: string): JsonPath {
  let value = body
  return Pointer.Indices(pointer).map((step) => {
    const isList = Array.isArray(value)
    value = (value as Record<string, unknown>)[step] // a pointer to a value inside the body
    return isList ? Number(step) : step
  })
}
