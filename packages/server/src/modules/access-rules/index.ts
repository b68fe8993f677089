// Access rules: which cards may charge where and when. Not here: the state of a card and its limits (cards).
import type { Handlers } from '../../shared/handlers.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { accessRuleClass } from './access-rule.ts'
import { AccessIndex } from './access-index.ts'

export { type AccessDecisions, AccessIndex } from './access-index.ts'
export { alwaysAllowed, rulesAtStation, type StationRules } from './always.ts'
export { type CompiledRules, compileRules, explainAccess } from './decide.ts'
export { namesOfRules } from './list-store.ts'
export type { AccessRule } from './rule.ts'
export { readCompiledRules } from './store.ts'

export async function registerAccessRules(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const rules = businessEndpoints({ ...ctx, methods }, accessRuleClass)
  const index = await AccessIndex.open(ctx, (error) =>
    ctx.log.error({ err: error }, 'access rules: cannot be loaded'),
  )
  ctx.onClose(() => index.close())
  return {
    handlers: {
      accessRuleList: rules.list,
      accessRuleCount: rules.count,
      accessRuleGet: rules.get,
      accessRuleSet: rules.set,
      accessRuleMethod: rules.method,
      accessRuleType: rules.type,
    } satisfies Handlers,
    subjects: [businessSubject(accessRuleClass)],
    index,
  }
}
