import type { AccessDecisions } from '../access-rules/index.ts'
import type { ModuleContext } from '../module.ts'

export interface AuthorizationDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  access: AccessDecisions
}
