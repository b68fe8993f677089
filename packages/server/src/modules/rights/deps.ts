import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'

export interface RightsDeps extends Pick<ModuleContext, 'db' | 'bus'> {
  /** Returns true if the scope includes the object of a class, regardless of rules. */
  isVisible: (scope: Scope, classCode: string, id: string) => Promise<boolean>
}

export const classNotFound = refuse('class.not_found', { field: 'class' })
export const methodNotFound = refuse('method.not_found', { field: 'method' })
export const objectNotFound = refuse('object.not_found', { field: 'id' })
export const userNotFound = refuse('user.not_found', { field: 'user' })
export const groupNotFound = refuse('group.not_found', { field: 'group' })
