import type { FieldSchema, ObjectSchema } from './schema.ts'
import { schemaProblem, type SchemaProblem } from './schema-problem.ts'

/** A value that cannot be read, with its problems. */
export class Unreadable {
  readonly problems: readonly SchemaProblem[]
  constructor(...problems: readonly SchemaProblem[]) {
    this.problems = problems
  }
}

/**
 * One position in a schema, with everything that can be computed in advance: a payload of a quarter of a
 * megabyte has thousands of values but only some dozens of positions.
 */
export interface Field<Schema extends FieldSchema = FieldSchema> {
  readonly schema: Schema
  /** List indexes are `*`. An invalid entry of a list is dropped alone, so no index is ever reported. */
  readonly path: string
  /** True if the parent is valid without this field. */
  readonly isOptional: boolean
  /** Fields of an object. */
  readonly members: ReadonlyMap<string, Field>
  readonly memberNames: readonly string[]
  /** Entries of a list. */
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

/** Returns the root field of a payload; created once per schema. */
export function rootField(schema: ObjectSchema): Field {
  const known = made.get(schema)
  if (known) return known
  const field = makeField(schema, '', false)
  made.set(schema, field)
  return field
}
