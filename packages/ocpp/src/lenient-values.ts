import type { Deviation, DeviationRule } from './deviation.ts'
import { nameMeant } from './folded-name.ts'
import { Unreadable, type Field } from './lenient-field.ts'
import type { BooleanSchema, NumberSchema, StringSchema } from './schema.ts'
import { schemaProblem } from './schema-problem.ts'
import { readStationTime } from './station-time.ts'

/** Maximum number of deviations recorded per message: a payload may contain thousands of unknown members. */
const MAX_DEVIATIONS = 50

/** The deviations of one message, each counted once. */
export class Deviations {
  readonly #pathsByRule = new Map<DeviationRule, Set<string>>()
  #count = 0

  note(rule: DeviationRule, path: string): void {
    const paths = this.#pathsByRule.get(rule) ?? new Set()
    if (this.#count === MAX_DEVIATIONS || paths.has(path)) return
    this.#pathsByRule.set(rule, paths.add(path))
    this.#count++
  }

  list(): Deviation[] {
    const found: Deviation[] = []
    for (const [rule, paths] of this.#pathsByRule) for (const path of paths) found.push(`${rule} ${path}`)
    return found
  }
}

export interface Reader {
  readonly defaults: ReadonlyMap<string, unknown>
  /** Paths of integers that may exceed 32 bit. */
  readonly counters: ReadonlySet<string>
  readonly noted: Deviations
}

/** Maximum length of a text that is still accepted for its field. */
const longestTolerated = (limit: number) => Math.max(255, 4 * limit)

/** Maximum length of an unknown enum value. */
const MAX_WORD_LENGTH = 50

function limited(text: string, field: Field<StringSchema>, noted: Deviations): string | Unreadable {
  const limit = field.schema.enum ? MAX_WORD_LENGTH : (field.schema.maxLength ?? Infinity)
  // A character has one or two code units, so neither a short nor a very long text needs to be counted.
  if (text.length <= limit) return text
  if (text.length <= 2 * limit && Array.from(text).length <= limit) return text
  const longest = longestTolerated(limit)
  if (text.length > longest && !field.isOptional)
    return new Unreadable(schemaProblem(field.path, 'maxLength', { limit }))
  noted.note('too-long', field.path)
  return text.slice(0, longest)
}

function asText(value: unknown, field: Field<StringSchema>, noted: Deviations): string | Unreadable {
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'number' || typeof value === 'boolean'
  // DataTransfer data and configuration values may arrive as objects; times never do, and enum values are
  // never numbers.
  if (field.schema.enum || (field.schema.format && !isPlain)) return field.wrongType
  noted.note('wrong-type', field.path)
  return isPlain ? String(value) : JSON.stringify(value)
}

function noteTime(text: string, path: string, noted: Deviations): void {
  const { at, hadZone, isStrict } = readStationTime(text)
  if (isStrict) return
  noted.note(at === null ? 'time-unreadable' : hadZone ? 'time-form' : 'time-without-zone', path)
}

/** Reads a text unchanged; an enum value in another spelling is corrected. */
export function readText(value: unknown, field: Field<StringSchema>, noted: Deviations): string | Unreadable {
  const text = asText(value, field, noted)
  if (text instanceof Unreadable) return text
  const { enum: words, format } = field.schema
  if (words && !words.includes(text)) {
    const meant = nameMeant(text, words)
    noted.note(meant === null ? 'unknown-word' : 'word-spelling', field.path)
    return meant ?? limited(text, field, noted)
  }
  if (format === 'date-time') noteTime(text, field.path, noted)
  return limited(text, field, noted)
}

/** Same precision as the compiled validators: 0.1 has no exact binary representation. */
const isMultiple = (number: number, step: number | undefined) =>
  step === undefined || Math.abs(Math.round(number / step) - number / step) <= 1e-6

/** Stations store ids in 32 bit (2.0.1 requires it), and so do databases. */
const LARGEST_INTEGER = 2 ** 31 - 1

function inRange(number: number, field: Field, { counters }: Reader): number | Unreadable {
  const limit = counters.has(field.path) ? Number.MAX_SAFE_INTEGER : LARGEST_INTEGER
  if (Math.abs(number) <= limit) return number
  return new Unreadable(
    schemaProblem(field.path, number > 0 ? 'maximum' : 'minimum', { limit: Math.sign(number) * limit }),
  )
}

/** Reads a number, also from a text with exactly one numeric meaning, including decimal commas. */
export function readNumber(value: unknown, field: Field<NumberSchema>, reader: Reader): number | Unreadable {
  const { noted } = reader
  let number = value
  if (typeof value === 'string' && /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/.test(value)) {
    noted.note('wrong-type', field.path)
    number = Number(value.replace(',', '.'))
  }
  if (typeof number !== 'number' || !Number.isFinite(number)) return field.wrongType
  const { type, multipleOf } = field.schema
  const isExact = type === 'number' ? isMultiple(number, multipleOf) : Number.isInteger(number)
  if (!isExact) noted.note('fraction', field.path)
  return type === 'number' ? number : inRange(Math.round(number), field, reader)
}

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
])

/** Reads a boolean, also from text or from 1 and 0. */
export function readBoolean(
  value: unknown,
  field: Field<BooleanSchema>,
  noted: Deviations,
): boolean | Unreadable {
  if (typeof value === 'boolean') return value
  const meant = booleans.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
  if (meant === undefined) return field.wrongType
  noted.note('wrong-type', field.path)
  return meant
}
