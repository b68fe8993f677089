// Transfers: firmware updates and uploads of diagnostics and logs, with the steps reported by the station.
// Files are transferred between the station and the address of the command: another server, or an upload address of this
// one, which is valid once. Their content is stored unread and only downloaded.
import type { ModuleContext } from '../module.ts'
import { transferEffects } from './effects.ts'
import { transfersHttp } from './http.ts'
import { transferJobs } from './jobs.ts'
import { transfers16 } from './ocpp16.ts'
import { openUpload, uploadReceiver } from './receive-upload.ts'

export const registerTransfers = (ctx: ModuleContext, deps: { addressOf: (id: string) => string }) => ({
  handlers: transfersHttp({ ...ctx, ...deps }),
  jobs: transferJobs(ctx),
  receiveUpload: uploadReceiver(ctx),
  openUpload: (id: string) => openUpload(ctx.db, id),
  stationHandlers: transfers16(ctx),
  commandEffects: transferEffects(ctx),
})
