// Accounts: operators of stations, and the rules that their stations follow.
import type { LogVolume } from '../../shared/log-volume.ts'
import type { ModuleContext } from '../module.ts'
import { accountsHttp } from './http.ts'
import { addLogVolumes } from './log-volume.ts'
import { accountQuotas } from './quota.ts'

export type { Quotas } from './quota.ts'

export function registerAccounts(ctx: ModuleContext) {
  const quotas = accountQuotas(ctx.config.quotas)
  return {
    handlers: accountsHttp({ ...ctx, quotas }),
    quotas,
    /** Adds to the volumes of the OCPP log of accounts. */
    addLogVolumes: (volumes: readonly LogVolume[]) =>
      addLogVolumes({ ...ctx, defaultMib: quotas.defaults.logMibPerDay }, volumes),
  }
}
