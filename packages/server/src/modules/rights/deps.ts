import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface RightsDeps {
  db: Kysely<Database>
  bus: Bus
  /** Returns true if the scope includes the object of a class, regardless of rules. */
  isVisible: (scope: Scope, classCode: string, id: string) => Promise<boolean>
}

export const classNotFound = refuse('class.not_found', { field: 'class' })
export const methodNotFound = refuse('method.not_found', { field: 'method' })
export const objectNotFound = refuse('object.not_found', { field: 'id' })
export const userNotFound = refuse('user.not_found', { field: 'user' })
export const groupNotFound = refuse('group.not_found', { field: 'group' })
