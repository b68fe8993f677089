import { newId } from '../src/shared/ids.ts'
import type { Db } from '../src/storage/transaction.ts'

/** A class of objects with one row of each kind, as an administrator would create it. */
export interface OwnClass {
  classCode: string
  typeOfClass: string
  stateOfClass: string
  /** Its class is null. */
  action: string
  method: string
  transition: string
  eventOfClass: string
}

/** Returns the names of such a class, derived from a unique word. */
export const ownClass = (word: string): OwnClass => ({
  classCode: word.toLowerCase(),
  typeOfClass: newId(),
  stateOfClass: newId(),
  action: `${word.toLowerCase()}_act`,
  method: newId(),
  transition: newId(),
  eventOfClass: newId(),
})

/** Inserts the classes into the database; the server loads them when a user changes one. */
export async function addClasses({ db }: { db: Db }, datasets: OwnClass[]): Promise<void> {
  const classes = datasets.map(({ classCode: code }) => ({
    code,
    parent_code: 'object',
    entity: 'object',
    name: code,
  }))
  await db.insertInto('classes').values(classes).execute()
  const rows = datasets.map((dataset) => ({ dataset, class_code: dataset.classCode, code: 'own' }))
  await db
    .insertInto('class_types')
    .values(rows.map(({ dataset, ...row }) => ({ ...row, id: dataset.typeOfClass, name: row.class_code })))
    .execute()
  await db
    .insertInto('class_states')
    .values(
      rows.map(({ dataset, ...row }) => ({
        ...row,
        id: dataset.stateOfClass,
        label: row.class_code,
        state_type: 'enabled' as const,
      })),
    )
    .execute()
  await db
    .insertInto('workflow_actions')
    .values(datasets.map(({ action: code }) => ({ code, label: code })))
    .execute()
  await db
    .insertInto('class_methods')
    .values(
      rows.map(({ dataset, ...row }) => ({
        ...row,
        id: dataset.method,
        action_code: 'enable',
        label: row.class_code,
      })),
    )
    .execute()
  await db
    .insertInto('class_transitions')
    .values(
      datasets.map((dataset) => ({
        id: dataset.transition,
        class_code: dataset.classCode,
        method_id: dataset.method,
        new_state_id: dataset.stateOfClass,
      })),
    )
    .execute()
  await db
    .insertInto('class_events')
    .values(
      datasets.map((dataset) => ({
        id: dataset.eventOfClass,
        class_code: dataset.classCode,
        action_code: 'enable',
        kind: 'parent' as const,
        label: dataset.classCode,
      })),
    )
    .execute()
}
