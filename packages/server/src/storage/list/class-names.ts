import { type RawBuilder, sql } from 'kysely'

/** Built-in classes that lists show, each with the classes it inherits from, nearest first; they never change. */
const lines = {
  charge_point: ['charge_point', 'device'],
  connector: ['connector', 'device'],
  card: ['card', 'document', 'object'],
  transaction: ['transaction', 'record'],
  reservation: ['reservation', 'record'],
  command: ['command', 'record'],
} as const
type ListedClass = keyof typeof lines

/** Returns the label of a state in the class; an unknown code is shown as it is. */
export const stateName = (of: ListedClass, code: RawBuilder<unknown>) =>
  nameIn({ table: sql`class_states`, name: sql`n.label` }, of, code)

export const typeName = (of: ListedClass, code: RawBuilder<unknown>) =>
  nameIn({ table: sql`class_types`, name: sql`n.name` }, of, code)

function nameIn(
  { table, name }: { table: RawBuilder<unknown>; name: RawBuilder<unknown> },
  of: ListedClass,
  code: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const line = sql`array[${sql.join(lines[of].map((each) => sql.lit(each)))}]`
  return sql`coalesce((select ${name} from ${table} n where n.code = ${code} and n.class_code = any (${line})
    order by array_position(${line}, n.class_code) limit 1), ${code})`
}
