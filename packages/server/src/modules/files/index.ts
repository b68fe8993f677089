// Files: pictures of objects, re-encoded so that they contain no hidden data, and documents of sites and clients,
// which are only downloaded. Served by addresses that expire after minutes. Not here: who may see the object (decided by its own module).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfClient } from '../clients/index.ts'
import { accountOfSite } from '../sites/index.ts'
import { accountOfStation } from '../stations/index.ts'
import { createFiles, type Files } from './files.ts'

export { createFiles } from './files.ts'
export { reencode, pictureType, readFileData } from './picture.ts'

export async function registerFiles(ctx: ModuleContext) {
  const stations = await createFiles({
    ...ctx,
    classCode: 'charge_point',
    takesDocuments: false,
    accountOf: (scope, id) => accountOfStation(ctx.db, scope, id),
    changed: (id) => ({ kind: 'station.changed', station: id, ids: [id] }),
  })
  const sites = await createFiles({
    ...ctx,
    classCode: 'site',
    takesDocuments: true,
    accountOf: (scope, id) => accountOfSite(ctx.db, scope, id),
    changed: (id) => ({ kind: 'site.changed', ids: [id] }),
  })
  const clients = await createFiles({
    ...ctx,
    classCode: 'client',
    takesDocuments: true,
    accountOf: (scope, id) => accountOfClient(ctx.db, scope, id),
    changed: (id) => ({ kind: 'client.changed', ids: [id] }),
  })
  return {
    handlers: filesHttp({ stations, sites, clients }),
    open: stations.open,
    addressOf: stations.addressOf,
  }
}

/** Endpoints of pictures and documents. */
const filesHttp = ({ stations, sites, clients }: Record<'stations' | 'sites' | 'clients', Files>) =>
  ({
    objectFiles: (viewer, { id }) => stations.list(viewer, id),
    objectFileSet: (viewer, body) => stations.add(viewer, body),
    objectFileDelete: (viewer, body) => stations.remove(viewer, body),
    siteFiles: (viewer, { id }) => sites.list(viewer, id),
    siteFileSet: (viewer, body) => sites.add(viewer, body),
    siteFileDelete: (viewer, body) => sites.remove(viewer, body),
    clientFiles: (viewer, { id }) => clients.list(viewer, id),
    clientFileSet: (viewer, body) => clients.add(viewer, body),
    clientFileDelete: (viewer, body) => clients.remove(viewer, body),
  }) satisfies Handlers
