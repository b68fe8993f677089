import type { Deciders } from '../cards/index.ts'
import type { ModuleContext } from '../module.ts'

export interface AuthorizationDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  deciders: Deciders
}
