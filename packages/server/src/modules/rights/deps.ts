import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { refuseInWords } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'

export interface RightsDeps {
  db: Kysely<Database>
  bus: Bus
  /** Returns true if the scope includes the object of a class, regardless of rules. */
  isVisible: (scope: Scope, classCode: string, id: string) => Promise<boolean>
}

export const noClass = refuseInWords('not-found', 'There is no such class', 'class')
export const noMethod = refuseInWords('not-found', 'The class has no such method', 'method')
export const noObject = refuseInWords('not-found', 'There is no such object', 'id')
export const noUser = refuseInWords('not-found', 'There is no such person', 'user')
export const noGroup = refuseInWords('not-found', 'There is no such group', 'group')
