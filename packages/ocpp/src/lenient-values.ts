import type { Deviation, DeviationRule } from './deviation.ts'
import { nameMeant } from './folded-name.ts'
import type { NumberSchema, StringSchema } from './schema.ts'
import { schemaProblem, type SchemaProblem } from './schema-problem.ts'
import { readStationTime } from './station-time.ts'

/** Where the reader is: the exact field, and the same with `*` for list indexes. */
export interface Place {
  readonly path: string
  readonly pattern: string
  /** Whether the message can do without this field. */
  readonly isOptional: boolean
}

/** A value that has no meaning, with the reasons. */
export class Unreadable {
  readonly problems: readonly SchemaProblem[]
  constructor(...problems: readonly SchemaProblem[]) {
    this.problems = problems
  }
}

/** What is counted of one message at most: a payload may hold thousands of members nobody knows. */
const MOST_DEVIATIONS = 50

export type Note = (rule: DeviationRule, place: Place) => void

/** Collects deviations, each once however often it occurs. */
export function noteInto(deviations: Set<Deviation>): Note {
  return (rule, place) => {
    if (deviations.size < MOST_DEVIATIONS) deviations.add(`${rule} ${place.pattern}`)
  }
}

const wrongType = (place: Place, type: string) => new Unreadable(schemaProblem(place.path, 'type', { type }))

/** How long a text may be before it is no longer taken for what the field means. */
export const longestTolerated = (limit: number) => Math.max(255, 4 * limit)

function limited(text: string, limit: number, place: Place, note: Note): string | Unreadable {
  // Code units are never fewer than characters, so the common case needs no count.
  if (text.length <= limit || Array.from(text).length <= limit) return text
  const longest = longestTolerated(limit)
  if (text.length > longest && !place.isOptional)
    return new Unreadable(schemaProblem(place.path, 'maxLength', { limit }))
  note('too-long', place)
  return text.slice(0, longest)
}

function asText(value: unknown, schema: StringSchema, place: Place, note: Note): string | Unreadable {
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'number' || typeof value === 'boolean'
  // DataTransfer's data and configuration values arrive as objects; a time never does, and no word is a number.
  if (schema.enum || (schema.format && !isPlain)) return wrongType(place, 'string')
  note('wrong-type', place)
  return isPlain ? String(value) : JSON.stringify(value)
}

function noteTime(text: string, place: Place, note: Note): void {
  const { at, hadZone, isStrict } = readStationTime(text)
  if (isStrict) return
  note(at === null ? 'time-unreadable' : hadZone ? 'time-form' : 'time-without-zone', place)
}

/** A text, kept as it came unless it is a word of the standard in another spelling. */
export function readText(
  value: unknown,
  schema: StringSchema,
  place: Place,
  note: Note,
): string | Unreadable {
  const text = asText(value, schema, place, note)
  if (text instanceof Unreadable) return text
  if (schema.enum && !schema.enum.includes(text)) {
    const meant = nameMeant(text, schema.enum)
    note(meant === null ? 'unknown-word' : 'word-spelling', place)
    return meant ?? limited(text, 50, place, note)
  }
  if (schema.format === 'date-time') noteTime(text, place, note)
  return schema.maxLength === undefined ? text : limited(text, schema.maxLength, place, note)
}

/** With the precision of the compiled validators: 0.1 has no exact binary form. */
const isMultiple = (number: number, step: number | undefined) =>
  step === undefined || Math.abs(Math.round(number / step) - number / step) <= 1e-6

/** A number; also from a text that can mean only one number, decimal commas included. */
export function readNumber(
  value: unknown,
  schema: NumberSchema,
  place: Place,
  note: Note,
): number | Unreadable {
  let number = value
  if (typeof value === 'string' && /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/.test(value)) {
    note('wrong-type', place)
    number = Number(value.replace(',', '.'))
  }
  if (typeof number !== 'number' || !Number.isFinite(number)) return wrongType(place, schema.type)
  const isWhole = Number.isInteger(number)
  if (schema.type === 'integer' ? !isWhole : !isMultiple(number, schema.multipleOf)) note('fraction', place)
  return schema.type === 'integer' ? Math.round(number) : number
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
])

/** Yes or no; also as text or as 1 and 0. */
export function readBoolean(value: unknown, place: Place, note: Note): boolean | Unreadable {
  if (typeof value === 'boolean') return value
  const meant = booleans.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
  if (meant === undefined) return wrongType(place, 'boolean')
  note('wrong-type', place)
  return meant
}
