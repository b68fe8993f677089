// Charges: what a charging session costs its client, from its end to the charge that an invoice takes. Each ended,
// resolved or corrected session is rated: its input is stored, priced and booked, once. Not here: the prices
// (tariffs), the accounts (ledger) and invoices.
import type { ReadingsFact } from '../../shared/facts.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { chargeSubject } from './charge-subject.ts'
import { chargesHttp } from './http.ts'
import { chargesJobs } from './jobs.ts'
import { CostHints } from './cost-hints.ts'
import { idleNoticesJob } from './idle-notices.ts'
import { RunningCosts } from './running-cost.ts'
import type { VisibleSessions } from './session-cost-store.ts'
import { type PricedRow, withRunningCosts } from './with-running-costs.ts'

export {
  chargeEndedAt,
  isOpenGuest,
  markInvoiced,
  releaseCharges,
  succeedCharges,
  type UninvoicedCharge,
  uninvoicedCharges,
} from './invoiced-store.ts'
export { creditCharges } from './credit-charges.ts'
export { hasProposal, lockReversals, lockSessions, reopenCharges } from './credit-store.ts'
export { type CostParts, costPartsOf } from './cost-parts.ts'
export { shownIdleFee } from './idle-fee.ts'
export type { RunningCost, RunningCosts } from './running-cost.ts'
export type { StoredPart } from './charge.ts'
export type { PricedRow } from './with-running-costs.ts'
export { sessionPriceColumns, sessionPriceTables } from './session-price-store.ts'

export function registerCharges(ctx: ModuleContext, deps: { methods: Methods } & VisibleSessions) {
  const running = new RunningCosts(ctx)
  const hints = new CostHints(ctx)
  return {
    handlers: chargesHttp({ ...ctx, ...deps, running }),
    jobs: [...chargesJobs(ctx), idleNoticesJob({ ...ctx, running })],
    subjects: [chargeSubject],
    running,
    /** Lets consoles fetch costs again after readings of running sessions. */
    onReadings: ({ transactionNumber }: ReadingsFact, accountId: string) => {
      if (transactionNumber !== null) hints.note(accountId)
    },
    /** Returns the costs of running sessions so far, in minor units with tax. */
    costsSoFar: async (ids: readonly string[]): Promise<Map<string, number>> =>
      new Map([...(await running.of(ids))].map(([id, { rated }]) => [id, rated.grossMinor])),
    /** Fills the costs so far into a list of sessions. */
    withRunningCosts: <Row extends PricedRow>(viewer: Viewer, rows: readonly Row[]) =>
      withRunningCosts(running, viewer, rows),
  }
}
