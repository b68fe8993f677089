// Tariffs: prices of charging sessions in versions that do not change once they are active, and which of them applies
// to a session. Not here: what is booked and invoiced.
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Subject } from '../workflow/index.ts'
import { tariffsHttp } from './http.ts'
import { tariffJobs } from './jobs.ts'
import { Preauthorizations } from './preauthorization.ts'
import { priceRequest } from './price-request.ts'
import { tariffSubject } from './tariff-subject.ts'

export { engine, price, type Taxes, taxesOf } from './price/price.ts'
export type {
  Charge,
  ChargePart,
  PricedReservation,
  PricedSession,
  PriceInput,
  PriceResult,
  ZoneOffset,
} from './price/price-types.ts'
export { offsetsOf } from './price/zone.ts'
export { draftForViewer, sessionsOfDraft, type TariffDraft } from './draft-sessions.ts'
export { startOfDay } from './version-store.ts'
export { type CoversStart, defaultPreauthorizationMinor, preauthorizationOf } from './preauthorization.ts'
export { tariffsOfConnectors } from './tariffs-of-connectors.ts'
export type { ShownTariff } from './shown-tariff-store.ts'
export { tariffOfSession } from './session-tariff.ts'
export { hashOf, summaryOf } from './summary.ts'
export { tariffProblems } from '@stationmaster/contract'

export async function registerTariffs(ctx: ModuleContext, { methods }: { methods: Methods }) {
  const preauthorizations = await Preauthorizations.open(ctx, (error) =>
    ctx.log.error({ err: error }, 'tariffs: the amounts for starts cannot be loaded'),
  )
  ctx.onClose(() => preauthorizations.close())
  return {
    handlers: {
      tariffPrice: async (_viewer, body) => priceRequest(body),
      ...tariffsHttp({ ...ctx, methods }),
    } satisfies Handlers,
    subjects: [tariffSubject as unknown as Subject],
    jobs: tariffJobs(ctx),
    covers: preauthorizations.covers,
  }
}
