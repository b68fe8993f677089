import type { FieldSchema, ObjectSchema } from './schema.ts'
import { schemaProblem, type SchemaProblem } from './schema-problem.ts'

/** A value that has no meaning, with the reasons. */
export class Unreadable {
  readonly problems: readonly SchemaProblem[]
  constructor(...problems: readonly SchemaProblem[]) {
    this.problems = problems
  }
}

/**
 * One place of a schema, with all that can be known before a value is seen: a payload of a quarter of a megabyte
 * has thousands of values but only some dozens of places.
 */
export interface Field<Schema extends FieldSchema = FieldSchema> {
  readonly schema: Schema
  /** List indexes are `*`. What an entry of a list lacks costs only that entry, so no index is ever told. */
  readonly path: string
  /** Whether what holds this field can do without it. */
  readonly isOptional: boolean
  /** The fields of an object. */
  readonly members: ReadonlyMap<string, Field>
  readonly memberNames: readonly string[]
  /** The entries of a list. */
  readonly entries: Field | null
  readonly absent: Unreadable
  readonly wrongType: Unreadable
}

function membersOf(schema: ObjectSchema, path: string): [string, Field][] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    makeField(member, `${path}/${name}`, !schema.required?.includes(name)),
  ])
}

function makeField(schema: FieldSchema, path: string, isOptional: boolean): Field {
  const members = schema.type === 'object' ? membersOf(schema, path) : []
  return {
    schema,
    path,
    isOptional,
    members: new Map(members),
    memberNames: members.map(([name]) => name),
    entries: schema.type === 'array' ? makeField(schema.items, `${path}/*`, false) : null,
    absent: new Unreadable(schemaProblem(path, 'required', {})),
    wrongType: new Unreadable(schemaProblem(path, 'type', { type: schema.type })),
  }
}

const made = new WeakMap<ObjectSchema, Field>()

/** The root of a payload; made once per schema. */
export function rootField(schema: ObjectSchema): Field {
  const known = made.get(schema)
  if (known) return known
  const field = makeField(schema, '', false)
  made.set(schema, field)
  return field
}
