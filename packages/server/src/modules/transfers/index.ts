// Transfers: firmware updates and uploads of diagnostics and logs, with the steps reported by the station.
// The file itself is transferred between the station and the given address, not through the server.
import type { ModuleContext } from '../module.ts'
import { transferEffects } from './effects.ts'
import { transfersHttp } from './http.ts'
import { transfers16 } from './ocpp16.ts'

export const registerTransfers = (ctx: ModuleContext) => ({
  handlers: transfersHttp(ctx),
  stationHandlers: transfers16(ctx),
  commandEffects: transferEffects(ctx),
})
