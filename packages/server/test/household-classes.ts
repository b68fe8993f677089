import { newId } from '../src/shared/ids.ts'
import type { TestServer } from './test-server.ts'

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
export async function addClasses({ db }: TestServer, homes: OwnClass[]): Promise<void> {
  const classes = homes.map(({ classCode: code }) => ({
    code,
    parent_code: 'object',
    entity: 'object',
    name: code,
  }))
  await db.insertInto('classes').values(classes).execute()
  const rows = homes.map((home) => ({ home, class_code: home.classCode, code: 'own' }))
  await db
    .insertInto('class_types')
    .values(rows.map(({ home, ...row }) => ({ ...row, id: home.typeOfClass, name: row.class_code })))
    .execute()
  await db
    .insertInto('class_states')
    .values(
      rows.map(({ home, ...row }) => ({
        ...row,
        id: home.stateOfClass,
        label: row.class_code,
        state_type: 'enabled' as const,
      })),
    )
    .execute()
  await db
    .insertInto('workflow_actions')
    .values(homes.map(({ action: code }) => ({ code, label: code })))
    .execute()
  await db
    .insertInto('class_methods')
    .values(
      rows.map(({ home, ...row }) => ({
        ...row,
        id: home.method,
        action_code: 'enable',
        label: row.class_code,
      })),
    )
    .execute()
  await db
    .insertInto('class_transitions')
    .values(
      homes.map((home) => ({
        id: home.transition,
        class_code: home.classCode,
        method_id: home.method,
        new_state_id: home.stateOfClass,
      })),
    )
    .execute()
  await db
    .insertInto('class_events')
    .values(
      homes.map((home) => ({
        id: home.eventOfClass,
        class_code: home.classCode,
        action_code: 'enable',
        kind: 'parent' as const,
        label: home.classCode,
      })),
    )
    .execute()
}
