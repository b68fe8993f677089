import type { StationAction16 } from '@stationmaster/ocpp/v16'

/** The frames that may be as long as the caps of the socket let them be. */
const unlimited = new Set<string>([
  'StopTransaction',
  'MeterValues',
  'DataTransfer',
] satisfies StationAction16[])

/** The longest of the others, SignCertificate with a request of 5,500 characters, needs a quarter of it. */
const longestOther = 32 * 1024

/** Returns how many characters a call of this action may have. */
export const longestCall = (action: string): number =>
  unlimited.has(action) ? Number.POSITIVE_INFINITY : longestOther
