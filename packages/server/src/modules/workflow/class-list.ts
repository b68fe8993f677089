import type { AnswerOf, classList, classNames, typeList } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Rights } from '../../shared/scope.ts'
import { type CompiledClass, inOrder, type Workflow } from './compile.ts'

/** Returns the classes that can have objects. */
const concrete = (workflow: Workflow): CompiledClass[] =>
  inOrder(workflow.model.classes)
    .filter((row) => !row.is_abstract)
    .map((row) => workflow.classes.get(row.code)!)
    .sort((a, b) => a.row.sequence - b.row.sequence)

/** Returns the classes with the caller's rights on each. */
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

/** Returns the types of all classes. */
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
 * Returns the custom labels of states, types and methods of all classes: those of added rows, and of rows that
 * were renamed.
 */
export function customLabels(workflow: Workflow): AnswerOf<typeof classNames> {
  return concrete(workflow).flatMap(({ row: { code: classcode }, states, types, methods }) => [
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

/** Returns the types of one class for its `/type` endpoint. */
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

/** Returns a refusal if objects of a class cannot have a type; null if they can or none is given. */
export function typeRefusal(workflow: Workflow, classCode: string, code: string | undefined): Refusal | null {
  const types = workflow.classes.get(classCode)?.types
  if (code === undefined || !types || types.has(code)) return null
  return refuse('value.not_listed', { values: [...types.keys()].join(', '), field: 'typecode' })
}

/** Reduces rows to the given fields; refuses an unknown field and lists the known ones. */
function pick<Row extends object>(rows: Row[], fields: readonly string[] | undefined): Row[] | Refusal {
  const [first] = rows
  if (!fields || !first) return rows
  const unknown = fields.find((field) => !Object.hasOwn(first, field))
  if (unknown !== undefined) {
    const known = Object.keys(first).join(', ')
    return refuse('value.unknown_key', { key: unknown.slice(0, 60), known, field: 'fields' })
  }
  // the caller requested only part of the row
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as Row,
  )
}
