/**
 * Bytes of the OCPP log that the stations of an account wrote on a day (UTC, `2026-12-31`) since the last
 * report.
 */
export interface LogVolume {
  accountId: string
  day: string
  bytes: number
}

/** Bytes of an account on that day, written by all processes, and its limit. */
export interface LogVolumeState {
  accountId: string
  bytes: number
  limit: number
}
