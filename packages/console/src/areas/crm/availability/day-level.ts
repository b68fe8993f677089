/** Minutes of a day per EVSE. */
export interface DayMinutes {
  outage: number
  excluded: number
  unknown: number
}

/** Outages of one percent and of ten percent of a day, in minutes. */
export const shortOutage = 14
export const longOutage = 144

/** Returns the average minutes of a day over EVSEs, from the sums of the API. */
export function readDay(
  [outage = 0, excluded = 0, unknown = 0]: readonly number[],
  evses: number,
): DayMinutes {
  const each = (sum: number) => sum / Math.max(1, evses)
  return { outage: each(outage), excluded: each(excluded), unknown: each(unknown) }
}

/** Returns the level that a day is drawn with. */
export function levelOf({ outage, excluded, unknown }: DayMinutes) {
  const counted = outage - excluded
  if (counted > longOutage) return 'long'
  if (counted > shortOutage) return 'medium'
  if (counted > 0) return 'short'
  if (excluded > 0) return 'excluded'
  return unknown > 720 ? 'unknown' : 'none'
}
