// Tariffs: prices of charging sessions. Not here: what is booked and invoiced.
import type { Handlers } from '../../shared/handlers.ts'
import { priceRequest } from './price-request.ts'

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
export { tariffProblems } from '@stationmaster/contract'

export const registerTariffs = () => ({
  handlers: { tariffPrice: async (_viewer, body) => priceRequest(body) } satisfies Handlers,
})
