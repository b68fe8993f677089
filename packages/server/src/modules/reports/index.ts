// Reports: energy, revenue and commission of booked charges by object and period, the bookings of a month for the
// bookkeeping, and the shares of the owners of stations. Triggers of charges store the entries. Not here: the charges
// themselves (charges) and balances (ledger).
import type { ModuleContext } from '../module.ts'
import { reportsHttp } from './http.ts'
import { ownersHttp } from './owner-http.ts'
import { ownerJobs } from './owner-shares.ts'

export { createStatements, lastMonth } from './owner-shares.ts'
export { demoRevenueRemovals } from './owner-store.ts'

export const registerReports = (ctx: ModuleContext & { addressOf: (fileId: string) => string }) => ({
  handlers: { ...reportsHttp(ctx), ...ownersHttp(ctx) },
  jobs: ownerJobs(ctx),
})
