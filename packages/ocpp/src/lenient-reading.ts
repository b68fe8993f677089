import type { Deviation } from './deviation.ts'
import { nameMeant } from './folded-name.ts'
import {
  noteInto,
  readBoolean,
  readNumber,
  readText,
  Unreadable,
  type Note,
  type Place,
} from './lenient-values.ts'
import type { ArraySchema, FieldSchema, ObjectSchema } from './schema.ts'
import { schemaProblem, type SchemaProblem } from './schema-problem.ts'
import { toWireText } from './wire-text.ts'

/** What stands in for a required field that is missing or unreadable, by its pattern (`/meterValue/*` ...). */
export type StandIns = Readonly<Record<string, unknown>>

export type LenientReading =
  | { understood: true; value: unknown; deviations: readonly Deviation[] }
  | { understood: false; problems: readonly SchemaProblem[] }

/** How much of an unknown member's name is noted. */
const LONGEST_NAME = 50

interface Reader {
  readonly standIns: ReadonlyMap<string, unknown>
  readonly note: Note
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object under the names of the schema; what the schema does not know is only noted. */
function membersOf(value: object, names: readonly string[], place: Place, note: Note): Map<string, unknown> {
  const given = new Map(Object.entries(value))
  const members = new Map<string, unknown>()
  for (const [name, member] of given) {
    const meant = names.includes(name) ? name : nameMeant(name, names)
    const at = { ...place, pattern: `${place.pattern}/${meant ?? toWireText(name).slice(0, LONGEST_NAME)}` }
    if (meant === null || (meant !== name && given.has(meant))) note('extra', at)
    else {
      if (meant !== name) note('member-spelling', at)
      members.set(meant, member)
    }
  }
  return members
}

/** One member of an object; undefined when the object can do without it. */
function readMember(reader: Reader, schema: FieldSchema, member: unknown, at: Place): unknown {
  const isAbsent = member === undefined || member === null
  if (isAbsent && at.isOptional) {
    if (member === null) reader.note('null', at)
    return undefined
  }
  const read = isAbsent
    ? new Unreadable(schemaProblem(at.path, 'required', {}))
    : readField(reader, schema, member, at)
  if (!(read instanceof Unreadable)) return read
  if (!at.isOptional && !reader.standIns.has(at.pattern)) return read
  reader.note(isAbsent ? 'missing' : 'unreadable', at)
  if (at.isOptional) return undefined
  const standIn = reader.standIns.get(at.pattern)
  return Array.isArray(standIn) ? [...standIn] : standIn
}

function readObject(reader: Reader, schema: ObjectSchema, value: unknown, place: Place): unknown {
  if (!isObject(value)) return new Unreadable(schemaProblem(place.path, 'type', { type: 'object' }))
  const properties = Object.entries(schema.properties ?? {})
  const names = properties.map(([name]) => name)
  const members = membersOf(value, names, place, reader.note)
  const problems: SchemaProblem[] = []
  const read: Record<string, unknown> = {}
  for (const [name, field] of properties) {
    const at = {
      path: `${place.path}/${name}`,
      pattern: `${place.pattern}/${name}`,
      isOptional: !schema.required?.includes(name),
    }
    const member = readMember(reader, field, members.get(name), at)
    if (member instanceof Unreadable) problems.push(...member.problems)
    else if (member !== undefined) read[name] = member
  }
  return problems.length > 0 ? new Unreadable(...problems) : read
}

/** A list; entries that make no sense are left out, so that one bad sample does not cost the others. */
function readList(reader: Reader, schema: ArraySchema, value: unknown, place: Place): unknown {
  const isList = Array.isArray(value)
  if (!isList && !isObject(value) && schema.items.type === 'object')
    return new Unreadable(schemaProblem(place.path, 'type', { type: 'array' }))
  if (!isList) reader.note('single-as-list', place)
  else if (value.length < (schema.minItems ?? 0)) reader.note('short-list', place)
  const entries: readonly unknown[] = isList ? value : [value]
  return entries.flatMap((entry, index) => {
    const at = { path: `${place.path}/${index}`, pattern: `${place.pattern}/*`, isOptional: false }
    const read = readField(reader, schema.items, entry, at)
    if (!(read instanceof Unreadable)) return [read]
    reader.note('unreadable', at)
    return []
  })
}

function readField(reader: Reader, schema: FieldSchema, value: unknown, place: Place): unknown {
  switch (schema.type) {
    case 'object':
      return readObject(reader, schema, value, place)
    case 'array':
      return readList(reader, schema, value, place)
    case 'string':
      return readText(value, schema, place, reader.note)
    case 'boolean':
      return readBoolean(value, place, reader.note)
    default:
      return readNumber(value, schema, place, reader.note)
  }
}

/**
 * Reads a payload for what was meant. What cannot be understood and has no stand-in is a problem; optional fields
 * and list entries never are. Pure; the value that is read is not changed.
 */
export function readLeniently(schema: ObjectSchema, value: unknown, standIns: StandIns = {}): LenientReading {
  const deviations = new Set<Deviation>()
  const reader = { standIns: new Map(Object.entries(standIns)), note: noteInto(deviations) }
  const read = readObject(reader, schema, value, { path: '', pattern: '', isOptional: false })
  return read instanceof Unreadable
    ? { understood: false, problems: read.problems }
    : { understood: true, value: read, deviations: [...deviations] }
}
