import type { StationAction16 } from '@stationmaster/ocpp/v16'

/** Frames that are limited only by the maximum size of the socket. */
const unlimited = new Set<string>([
  'StopTransaction',
  'MeterValues',
  'DataTransfer',
] satisfies StationAction16[])

/**
 * Maximum number of characters of all others; the longest, SignCertificate with a request of 5,500, needs a
 * quarter.
 */
const longestOther = 32 * 1024

/** Returns the maximum number of characters of a call with this action. */
export const longestCall = (action: string): number =>
  unlimited.has(action) ? Number.POSITIVE_INFINITY : longestOther
