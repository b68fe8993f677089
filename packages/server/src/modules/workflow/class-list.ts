import type { AnswerOf, classList, classNames, typeList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Rights } from '../../shared/scope.ts'
import { type CompiledClass, inOrder, type Workflow } from './compile.ts'

/** The classes that objects can be of. */
const concrete = (workflow: Workflow): CompiledClass[] =>
  inOrder(workflow.model.classes)
    .filter((row) => !row.is_abstract)
    .map((row) => workflow.classes.get(row.code)!)
    .sort((a, b) => a.row.sequence - b.row.sequence)

/** The classes with what the caller may do with each. */
export function listClasses(
  workflow: Workflow,
  rights: Rights,
  fields?: readonly string[],
): AnswerOf<typeof classList> | Refusal {
  const { may, mayObject } = rights
  const objectsOf = (classCode: string) =>
    rights
      .ruledObjects(classCode)
      .map((id) => ({ classCode, id }))
      .filter((object) => mayObject(object, 's'))
      .map((object) => ({ id: object.id, u: mayObject(object, 'u'), d: mayObject(object, 'd') }))
  const rows = concrete(workflow).map(({ row: { code, name } }) => ({
    id: code,
    code,
    name,
    access: { a: may(code, 'a'), c: may(code, 'c'), s: may(code, 's'), u: may(code, 'u'), d: may(code, 'd') },
    objects: objectsOf(code),
  }))
  return pick(rows, fields)
}

/** The types of all classes. */
export function listTypes(
  workflow: Workflow,
  fields?: readonly string[],
): AnswerOf<typeof typeList> | Refusal {
  const rows = concrete(workflow).flatMap(({ row, types }) =>
    [...types.values()].map(({ code, name }) => ({
      id: `${code}.${row.code}`,
      code,
      name,
      classcode: row.code,
    })),
  )
  return pick(rows, fields)
}

/**
 * What administrators call states, types and methods of built-in classes: those that they have added, and those that
 * they have named otherwise than the installation did.
 */
export function customLabels(workflow: Workflow): AnswerOf<typeof classNames> {
  return concrete(workflow)
    .filter(({ row }) => row.is_system)
    .flatMap(({ row: { code: classcode }, states, types, methods }) => [
      ...[...states.values()].filter(isGiven).map(({ code, label: name }) => {
        return { kind: 'state' as const, classcode, code, name }
      }),
      ...[...types.values()]
        .filter((row) => isGiven({ ...row, label: row.name }))
        .map(({ code, name }) => {
          return { kind: 'type' as const, classcode, code, name }
        }),
      ...[...methods.values()]
        .filter((row) => row.is_visible && isGiven(row))
        .map(({ code, label: name }) => {
          return { kind: 'method' as const, classcode, code, name }
        }),
    ])
}

const isGiven = (row: { label: string; built_in_name: string | null }): boolean =>
  row.label !== row.built_in_name

/** The types of one class, as its `/type` answers. */
export function listTypesOf(workflow: Workflow, classCode: string, fields?: readonly string[]) {
  const types = [...(workflow.classes.get(classCode)?.types.values() ?? [])]
  const rows = types.map(({ code, name, description }) => ({
    id: `${code}.${classCode}`,
    code,
    name,
    description,
  }))
  return pick(rows, fields)
}

/** Why objects of a class cannot be of a type; null: they can, or none was named. */
export function typeRefusal(workflow: Workflow, classCode: string, code: string | undefined): Refusal | null {
  const types = workflow.classes.get(classCode)?.types
  if (code === undefined || !types || types.has(code)) return null
  return refuse('invalid', `The types are ${[...types.keys()].join(', ')}`, 'typecode')
}

/** Rows with the wanted fields only; an unknown one is refused with those there are. */
function pick<Row extends object>(rows: Row[], fields: readonly string[] | undefined): Row[] | Refusal {
  const [first] = rows
  if (!fields || !first) return rows
  const unknown = fields.find((field) => !Object.hasOwn(first, field))
  if (unknown !== undefined) {
    const names = Object.keys(first).join(', ')
    return refuse('invalid', `there is no field "${unknown.slice(0, 60)}"; the fields are ${names}`, 'fields')
  }
  // the caller asked for less than the whole row
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as Row,
  )
}
