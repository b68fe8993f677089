// Sites: places of an account with address, opening hours and contact, at which stations stand. Not here: which
// station stands at which site (stations).
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { figuresOf } from './list-store.ts'
import { siteClass } from './site.ts'

export { siteSource, visibleSites } from './list-store.ts'
export { accountOfSite } from './store.ts'

export function registerSites(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const sites = businessEndpoints({ ...ctx, methods }, siteClass)
  return {
    handlers: {
      siteList: sites.list,
      siteCount: sites.count,
      siteGet: sites.get,
      siteSet: sites.set,
      siteMethod: sites.method,
      siteType: sites.type,
      siteFigures: async (viewer, { id }) => {
        const site = await sites.get(viewer, { id, fields: ['id'] })
        return isRefusal(site) ? site : figuresOf(ctx.db, id)
      },
    } satisfies Handlers,
    subjects: [businessSubject(siteClass)],
  }
}
