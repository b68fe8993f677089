// Clients: companies, customers and drivers of an account, that own stations and cards or charge. Users of a client
// see only its objects (shared/scope.ts). Not here: what clients owe and pay.
import { clientSet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import { businessEndpoints, businessImport, businessSubject } from '../business-objects/index.ts'
import { importHandlers } from '../imports/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import { clientClass } from './client.ts'
import { clientGroupSubject, clientGroupsHttp } from './group.ts'
import { totalsOf } from './list-store.ts'

export { clientColumns, clientSource, columnsOfClient, visibleClients } from './list-store.ts'
export { clientColumn, clientReference } from './client-of-object.ts'
export { isGroupOf } from './group-store.ts'
export { accountOfClient, isClientOf, payingClient } from './store.ts'

export function registerClients(
  ctx: ModuleContext,
  { methods, outbox }: { methods: Methods; outbox: Outbox },
) {
  const clients = businessEndpoints({ ...ctx, methods }, clientClass)
  // a name may also follow from first and last name, which the class checks
  const file = { body: clientSet.body, references: {}, required: [] }
  const imports = importHandlers({ ...ctx, outbox }, businessImport({ ...ctx, methods }, clientClass, file))
  return {
    handlers: {
      clientList: clients.list,
      clientCount: clients.count,
      clientGet: clients.get,
      clientSet: clients.set,
      clientMethod: clients.method,
      clientType: clients.type,
      clientImportCheck: imports.check,
      clientImportRun: imports.run,
      clientTotals: async (viewer, { id, timezone = 'UTC' }) => {
        if (!isTimeZone(timezone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
        const client = await clients.get(viewer, { id, fields: ['id'] })
        return isRefusal(client) ? client : totalsOf(ctx.db, id, timezone)
      },
      ...clientGroupsHttp({ ...ctx, methods }),
    } satisfies Handlers,
    subjects: [businessSubject(clientClass), clientGroupSubject],
  }
}
