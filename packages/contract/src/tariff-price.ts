/** Services of a charge: ENERGY, TIME, PARKING_TIME, FLAT, and the elements for reservations. */
export const chargedServices = ['energy', 'time', 'idle', 'session', 'reservation'] as const
export type ChargedService = (typeof chargedServices)[number]

/** Why a price deviates from the plain sum, or which data were not used; a closed list. */
export const priceFlags = [
  'held',
  'idle-limit',
  'maximum',
  'meter-rollback',
  'minimum',
  'no-duration',
  'no-states',
  'sample-above-stop',
  'sample-conflict',
  'sample-outside-session',
  'sample-over-power',
  'times-not-trusted',
] as const
export type PriceFlag = (typeof priceFlags)[number]
