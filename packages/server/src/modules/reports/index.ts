// Reports: energy, revenue and commission of booked charges by object and period. Triggers of charges store the
// entries. Not here: the charges themselves (charges) and balances (ledger).
import type { ModuleContext } from '../module.ts'
import { reportsHttp } from './http.ts'

export const registerReports = (ctx: ModuleContext) => ({ handlers: reportsHttp(ctx) })
