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

export const noClass = refuse('not-found', 'There is no such class', 'class')
export const noMethod = refuse('not-found', 'The class has no such method', 'method')
export const noObject = refuse('not-found', 'There is no such object', 'id')
export const noUser = refuse('not-found', 'There is no such person', 'user')
export const noGroup = refuse('not-found', 'There is no such group', 'group')
