import type { Deviation } from './deviation.ts'
import { nameMeant } from './folded-name.ts'
import { rootField, Unreadable, type Field } from './lenient-field.ts'
import { Deviations, readBoolean, readNumber, readText } from './lenient-values.ts'
import type { BooleanSchema, NumberSchema, ObjectSchema, StringSchema } from './schema.ts'
import type { SchemaProblem } from './schema-problem.ts'
import { toWireText } from './wire-text.ts'

/** What stands in for a field that is unreadable, or missing although it is required, by its path. */
export type StandIns = Readonly<Record<string, unknown>>

export interface LenientRules {
  readonly standIns?: StandIns
  /** Paths of whole numbers that may outgrow 32 bit, as meters do. */
  readonly counters?: ReadonlySet<string>
}

export type LenientReading =
  | { understood: true; value: unknown; deviations: readonly Deviation[] }
  | { understood: false; problems: readonly SchemaProblem[] }

/** How much of an unknown member's name is noted. */
const LONGEST_NAME = 50

/** Stations keep ids in 32 bit (2.0.1 says so), and so do databases. */
const LARGEST_INTEGER = 2 ** 31 - 1

interface Reader {
  readonly standIns: ReadonlyMap<string, unknown>
  readonly counters: ReadonlySet<string>
  readonly noted: Deviations
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object under the names of the schema; what the schema does not know is only noted. */
function membersOf(value: object, field: Field, noted: Deviations): Map<string, unknown> {
  const members = new Map<string, unknown>()
  for (const [name, member] of Object.entries(value)) {
    const meant = field.members.has(name) ? name : nameMeant(name, field.memberNames)
    if (meant === null || (meant !== name && Object.hasOwn(value, meant))) {
      noted.note('extra', `${field.path}/${toWireText(name.slice(0, LONGEST_NAME))}`)
    } else {
      if (meant !== name) noted.note('member-spelling', `${field.path}/${meant}`)
      members.set(meant, member)
    }
  }
  return members
}

/** One member of an object; undefined when the object can do without it. */
function readMember(reader: Reader, field: Field, member: unknown): unknown {
  const isAbsent = member === undefined || member === null
  if (isAbsent && field.isOptional) {
    if (member === null) reader.noted.note('null', field.path)
    return undefined
  }
  const read = isAbsent ? field.absent : readField(reader, field, member)
  if (!(read instanceof Unreadable)) return read
  if (!field.isOptional && !reader.standIns.has(field.path)) return read
  reader.noted.note(isAbsent ? 'missing' : 'unreadable', field.path)
  const standIn = reader.standIns.get(field.path)
  return Array.isArray(standIn) ? [...standIn] : standIn
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

/** A list; entries that make no sense are left out, so that one bad sample does not cost the others. */
function readList(reader: Reader, field: Field, entry: Field, value: unknown): unknown {
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

const limitOf = ({ counters }: Reader, { path }: Field) =>
  counters.has(path) ? Number.MAX_SAFE_INTEGER : LARGEST_INTEGER

function readField(reader: Reader, field: Field, value: unknown): unknown {
  if (field.entries) return readList(reader, field, field.entries, value)
  switch (field.schema.type) {
    case 'object':
      return readObject(reader, field, value)
    // A field has the type of its schema; TypeScript does not narrow the one by the other.
    case 'string':
      return readText(value, field as Field<StringSchema>, reader.noted)
    case 'boolean':
      return readBoolean(value, field as Field<BooleanSchema>, reader.noted)
    default:
      return readNumber(value, field as Field<NumberSchema>, limitOf(reader, field), reader.noted)
  }
}

/**
 * Reads a payload for what was meant. What cannot be understood and has no stand-in is a problem; optional fields
 * and list entries never are. Pure; the value that is read is not changed.
 */
export function readLeniently(
  schema: ObjectSchema,
  value: unknown,
  rules: LenientRules = {},
): LenientReading {
  const { standIns = {}, counters = new Set() } = rules
  const noted = new Deviations()
  const reader = { standIns: new Map(Object.entries(standIns)), counters, noted }
  const read = readObject(reader, rootField(schema), value)
  return read instanceof Unreadable
    ? { understood: false, problems: read.problems }
    : { understood: true, value: read, deviations: noted.list() }
}
