import { type FrameCaps, scanShape, toWireText } from '@stationmaster/ocpp'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { type Refusal, refuse } from '../shared/refusal.ts'
import { refuseBySchema } from '../shared/refuse-by-schema.ts'

/** Limits beyond what any client sends; parsing more would block the event loop for other users. */
const caps: FrameCaps = { depth: 64, keysPerObject: 1000, nodes: 20_000 }

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
