import {
  type AvailabilityDefinition,
  availabilityDefaults,
  type ExclusionReason,
} from '@stationmaster/contract'
import type { Minutes } from './timeline.ts'

/** Minutes of a year in the equation of 23 CFR 680.116(b)(3), also in leap years. */
export const neviYear = 525_600

/**
 * Reasons that 23 CFR 680.116(b)(3) permits. It does not name failures of the connection to the Internet.
 * Regulation (EU) 2023/1804 has no list: each reason that is recorded is left out.
 */
const permittedByNevi: readonly ExclusionReason[] = [
  'utility_interruption',
  'vehicle_fault',
  'scheduled_maintenance',
  'vandalism',
  'natural_disaster',
  'outside_hours',
]

/** Returns true if outages for this reason do not count. */
export const isPermitted = (definition: AvailabilityDefinition, reason: ExclusionReason): boolean =>
  definition === 'afir' || permittedByNevi.includes(reason)

/**
 * Returns the availability in percent by a definition; null if no minute of the period is known.
 *
 * - `afir`: share of the minutes with the operational status "operational" (Article 20(2)(c) of Regulation (EU)
 *   2023/1804) in the known minutes without the excluded ones. The regulation has no percentage of its own.
 * - `nevi`: the equation of 23 CFR 680.116(b)(3), with the minutes of the period in place of those of a year.
 */
export function availabilityOf(
  definition: AvailabilityDefinition,
  { minutes, outage, excluded, unknown }: Minutes,
): number | null {
  if (minutes === unknown) return null
  if (definition === 'nevi') return percent(minutes - (outage - excluded), minutes, outage - excluded)
  const counted = minutes - unknown - excluded
  return counted === 0 ? 100 : percent(minutes - unknown - outage, counted, outage - excluded)
}

/** Returns the uptime over twelve months by 23 CFR 680.116(b)(3). */
export const neviUptime = ({ outage, excluded }: Pick<Minutes, 'outage' | 'excluded'>): number =>
  percent(neviYear - (outage - excluded), neviYear, outage - excluded)

/** Returns a share with two decimals; 100 only without a counted outage. */
function percent(part: number, all: number, outage: number): number {
  const share = Math.round((part / all) * 10_000) / 100
  return outage > 0 ? Math.min(share, 99.99) : share
}

/** Returns the mean target of EVSEs; those without one have that of the definition. */
export function targetOf(
  definition: AvailabilityDefinition,
  evses: readonly { target: number | null }[],
): number {
  const usual = availabilityDefaults[definition].target
  const sum = evses.reduce((part, { target }) => part + (target ?? usual), 0)
  return evses.length === 0 ? usual : Math.round((sum / evses.length) * 100) / 100
}

/**
 * Returns true if an availability reaches its target; null if it is not known. 23 CFR 680.116(b) requires more than
 * the target.
 */
export const isReached = (
  definition: AvailabilityDefinition,
  { availability, target }: { availability: number | null; target: number },
): boolean | null =>
  availability === null
    ? null
    : availability > target || availability === 100 || (definition === 'afir' && availability === target)
