// Guests: charging without an account, from the label of a connector to the receipt. An amount is reserved first; what the
// session costs is captured, and the rest released. Not here: the provider (payments), the command (driver), the price
// (charges), the stop when the amount is used up (prepaid) and the invoice (invoices).
import type { ModuleContext } from '../module.ts'
import type { GuestDeps } from './deps.ts'
import { guestsHttp } from './http.ts'
import { guestJobs } from './jobs.ts'

type Deps = Pick<GuestDeps, 'commands' | 'payments' | 'running' | 'mail' | 'addressOf'>

export function registerGuests(ctx: ModuleContext, deps: Deps) {
  const all = { ...ctx, ...deps }
  return { handlers: guestsHttp(all), jobs: guestJobs(all) }
}
