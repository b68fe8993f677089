// Clients: companies, customers and drivers of an account, that own stations and cards or charge. Users of a client
// see only its objects (shared/scope.ts). Not here: what clients owe and pay.
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import { businessEndpoints, businessSubject } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { clientClass } from './client.ts'
import { totalsOf } from './list-store.ts'

export { clientColumns, clientSource, visibleClients } from './list-store.ts'
export { type ClientOfName, clientColumn, clientsOfNames } from './client-of-object.ts'
export { isClientOf } from './store.ts'

export function registerClients(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const clients = businessEndpoints({ ...ctx, methods }, clientClass)
  return {
    handlers: {
      clientList: clients.list,
      clientCount: clients.count,
      clientGet: clients.get,
      clientSet: clients.set,
      clientMethod: clients.method,
      clientType: clients.type,
      clientTotals: async (viewer, { id, timezone = 'UTC' }) => {
        if (!isTimeZone(timezone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
        const client = await clients.get(viewer, { id, fields: ['id'] })
        return isRefusal(client) ? client : totalsOf(ctx.db, id, timezone)
      },
    } satisfies Handlers,
    subjects: [businessSubject(clientClass)],
  }
}
