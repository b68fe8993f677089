import type { Deviation } from './deviation.ts'
import { nameMeant } from './folded-name.ts'
import { rootField, Unreadable, type Field } from './lenient-field.ts'
import { Deviations, readBoolean, readNumber, readText, type Reader } from './lenient-values.ts'
import type { BooleanSchema, NumberSchema, ObjectSchema, StringSchema } from './schema.ts'
import type { SchemaProblem } from './schema-problem.ts'
import { toWireText } from './wire-text.ts'

/** Defaults for required fields that are missing or unreadable, by path. */
export type Defaults = Readonly<Record<string, unknown>>

export interface LenientRules {
  readonly defaults?: Defaults
  /** Paths of integers that may exceed 32 bit, for example meter registers. */
  readonly counters?: ReadonlySet<string>
}

export type LenientReading =
  | { understood: true; value: unknown; deviations: readonly Deviation[] }
  | { understood: false; problems: readonly SchemaProblem[] }

/** Recorded length of an unknown member's name. */
const MAX_NAME_LENGTH = 50

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of an object under their schema names; unknown members are only recorded as deviations. */
function membersOf(value: object, field: Field, noted: Deviations): Map<string, unknown> {
  const members = new Map<string, unknown>()
  for (const [name, member] of Object.entries(value)) {
    const meant = field.members.has(name) ? name : nameMeant(name, field.memberNames)
    if (meant === null || (meant !== name && Object.hasOwn(value, meant))) {
      noted.note('extra', `${field.path}/${toWireText(name.slice(0, MAX_NAME_LENGTH))}`)
    } else {
      if (meant !== name) noted.note('member-spelling', `${field.path}/${meant}`)
      members.set(meant, member)
    }
  }
  return members
}

/** Reads one member of an object; undefined if it is absent and optional. */
function readMember(reader: Reader, field: Field, member: unknown): unknown {
  const isAbsent = member === undefined || member === null
  if (isAbsent && field.isOptional) {
    if (member === null) reader.noted.note('null', field.path)
    return undefined
  }
  const read = isAbsent ? field.absent : readField(reader, field, member)
  if (!(read instanceof Unreadable)) return read
  if (!field.isOptional && !reader.defaults.has(field.path)) return read
  reader.noted.note(isAbsent ? 'missing' : 'unreadable', field.path)
  const fallback = reader.defaults.get(field.path)
  return Array.isArray(fallback) ? [...fallback] : fallback
}

function readObject(reader: Reader, field: Field, value: unknown): unknown {
  if (!isObject(value)) return field.wrongType
  const members = membersOf(value, field, reader.noted)
  const problems: SchemaProblem[] = []
  const read: Record<string, unknown> = {}
  for (const [name, member] of field.members) {
    const meant = readMember(reader, member, members.get(name))
    if (meant instanceof Unreadable) problems.push(...meant.problems)
    else if (meant !== undefined) read[name] = meant
  }
  return problems.length > 0 ? new Unreadable(...problems) : read
}

type ListField = Field & { readonly entries: Field }

const isListField = (field: Field): field is ListField => field.entries !== null

/** Reads a list; unreadable entries are dropped, so that one bad sample does not discard the others. */
function readList(reader: Reader, field: ListField, value: unknown): unknown {
  const entry = field.entries
  const isList = Array.isArray(value)
  if (!isList && !isObject(value) && entry.schema.type === 'object') return field.wrongType
  const entries: readonly unknown[] = isList ? value : [value]
  if (!isList) reader.noted.note('single-as-list', field.path)
  else if (field.schema.type === 'array' && entries.length < (field.schema.minItems ?? 0))
    reader.noted.note('short-list', field.path)
  const read: unknown[] = []
  for (const given of entries) {
    const meant = readField(reader, entry, given)
    if (meant instanceof Unreadable) reader.noted.note('unreadable', entry.path)
    else read.push(meant)
  }
  return read
}

function readField(reader: Reader, field: Field, value: unknown): unknown {
  if (isListField(field)) return readList(reader, field, value)
  switch (field.schema.type) {
    case 'object':
      return readObject(reader, field, value)
    // The field type matches its schema; TypeScript does not narrow one by the other.
    case 'string':
      return readText(value, field as Field<StringSchema>, reader.noted)
    case 'boolean':
      return readBoolean(value, field as Field<BooleanSchema>, reader.noted)
    default:
      return readNumber(value, field as Field<NumberSchema>, reader)
  }
}

/**
 * Reads a payload leniently. Only a required field that is unreadable and has no default is a problem;
 * optional fields and list entries never are. Pure; does not modify the input.
 */
export function readLeniently(
  schema: ObjectSchema,
  value: unknown,
  rules: LenientRules = {},
): LenientReading {
  const { defaults = {}, counters = new Set() } = rules
  const noted = new Deviations()
  const reader = { defaults: new Map(Object.entries(defaults)), counters, noted }
  const read = readObject(reader, rootField(schema), value)
  return read instanceof Unreadable
    ? { understood: false, problems: read.problems }
    : { understood: true, value: read, deviations: noted.list() }
}
