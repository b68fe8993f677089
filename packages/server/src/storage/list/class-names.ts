import { type RawBuilder, sql } from 'kysely'
import { column } from './column.ts'

/** Built-in classes that lists show, each with the classes it inherits from, nearest first; they never change. */
const lines = {
  charge_point: ['charge_point', 'device'],
  connector: ['connector', 'device'],
  card: ['card', 'document', 'object'],
  transaction: ['transaction', 'record'],
  reservation: ['reservation', 'record'],
  command: ['command', 'record'],
  charge: ['charge', 'record'],
  client: ['client', 'document', 'object'],
  site: ['site', 'document', 'object'],
  access_rule: ['access_rule', 'document', 'object'],
  car: ['car', 'document', 'object'],
  seller: ['seller', 'document', 'object'],
  invoice: ['invoice', 'record'],
  payment: ['payment', 'record'],
  account: ['account', 'record'],
  order: ['order', 'record'],
  tariff: ['tariff', 'record'],
  client_group: ['client_group', 'document', 'object'],
} as const
type ListedClass = keyof typeof lines

/** Returns the label of a state in the class; an unknown code is shown as it is. */
export const stateName = (of: ListedClass, code: RawBuilder<unknown>) =>
  nameIn({ table: sql`class_states`, name: sql`n.label` }, of, code)

export const typeName = (of: ListedClass, code: RawBuilder<unknown>) =>
  nameIn({ table: sql`class_types`, name: sql`n.name` }, of, code)

/**
 * Returns the type of the state of an object that users create and edit: a state added by an administrator counts as
 * the built-in state of its type.
 */
export const stateTypeOf = (of: ListedClass, alias: string): RawBuilder<unknown> => {
  const state = sql.ref(`${alias}.state`)
  return sql`case when ${state} in ('created', 'enabled', 'disabled', 'deleted') then ${state}
    else state_type_of(${sql.lit(of)}, ${state}) end`
}

/** Returns the columns with which lists of objects begin; `alias` names the table of the objects. */
export const objectColumns = (
  of: ListedClass,
  {
    alias,
    owner,
    stateType = stateTypeOf(of, alias),
  }: { alias: string; owner: string; stateType?: RawBuilder<unknown> },
) => {
  const [type, state] = [`${alias}.type`, `${alias}.state`]
  return {
    id: column.id(`${alias}.id`),
    classcode: column.text(sql`${sql.lit(of)}`),
    typecode: column.text(type),
    typename: column.text(typeName(of, sql.ref(type))),
    statecode: column.text(state),
    statename: column.text(stateName(of, sql.ref(state))),
    statelabel: column.text(stateName(of, sql.ref(state))),
    statetypecode: column.text(stateType),
    owner: column.id(owner, 'nullable'),
    created: column.instant(`${alias}.created_at`),
    lastupdate: column.instant(`${alias}.updated_at`),
  }
}

function nameIn(
  { table, name }: { table: RawBuilder<unknown>; name: RawBuilder<unknown> },
  of: ListedClass,
  code: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const line = sql`array[${sql.join(lines[of].map((each) => sql.lit(each)))}]`
  return sql`coalesce((select ${name} from ${table} n where n.code = ${code} and n.class_code = any (${line})
    order by array_position(${line}, n.class_code) limit 1), ${code})`
}
