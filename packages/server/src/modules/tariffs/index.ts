// Tariffs: prices of charging sessions. Not here: what is booked and invoiced.
export type {
  Charge,
  ChargePart,
  ConnectorStatus,
  PricedReservation,
  PricedSession,
  PriceInput,
  PriceResult,
  ZoneOffset,
} from './price/price-types.ts'
