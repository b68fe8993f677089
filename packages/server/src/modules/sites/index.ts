// Sites: places of an account with address, opening hours and contact, at which stations stand. Not here: which
// station stands at which site (stations).
import { siteSet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { businessEndpoints, businessImport, businessSubject } from '../business-objects/index.ts'
import { clientReference } from '../clients/index.ts'
import { importHandlers } from '../imports/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import { figuresOf } from './list-store.ts'
import { networkReference, siteClass } from './site.ts'
import { readSitePower } from './site-power.ts'

export { siteSource, visibleSites } from './list-store.ts'
export { accountOfSite } from './store.ts'

export function registerSites(ctx: ModuleContext, { methods, outbox }: { methods: Methods; outbox: Outbox }) {
  const sites = businessEndpoints({ ...ctx, methods }, siteClass)
  const references = { client: clientReference, network: networkReference }
  const file = { body: siteSet.body, references, required: ['label'] }
  const imports = importHandlers({ ...ctx, outbox }, businessImport({ ...ctx, methods }, siteClass, file))
  return {
    handlers: {
      siteList: sites.list,
      siteCount: sites.count,
      siteGet: sites.get,
      siteSet: sites.set,
      siteMethod: sites.method,
      siteType: sites.type,
      siteImportCheck: imports.check,
      siteImportRun: imports.run,
      siteFigures: async (viewer, { id }) => {
        const site = await sites.get(viewer, { id, fields: ['id'] })
        return isRefusal(site) ? site : figuresOf(ctx.db, id)
      },
      sitePower: async (viewer, body) => {
        const site = await sites.get(viewer, { id: body.id, fields: ['id'] })
        return isRefusal(site) ? site : readSitePower(ctx, body)
      },
    } satisfies Handlers,
    subjects: [businessSubject(siteClass)],
  }
}
