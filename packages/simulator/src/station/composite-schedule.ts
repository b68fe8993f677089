import {
  limitAt,
  limitIn,
  type InstalledProfile,
  type LimitQuery,
  type RateUnit,
} from './charging-profiles.ts'

export interface CompositePeriod {
  startPeriod: number
  limit: number
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Returns every moment within the span at which a profile could begin, end or change its limit. */
function changes(installed: readonly InstalledProfile[], query: LimitQuery, endMs: number): number[] {
  const moments: number[] = []
  const daysBack = 7
  for (const each of installed) {
    const { validFrom, validTo, chargingSchedule: schedule, chargingProfileKind: kind } = each.profile
    for (const date of [validFrom, validTo]) if (date !== undefined) moments.push(Date.parse(date))
    const written = schedule.startSchedule === undefined ? null : Date.parse(schedule.startSchedule)
    const starts: number[] = []
    if (kind === 'Recurring') {
      const first = written ?? each.installedAtMs
      const dayMs = 86_400_000
      const from = first + Math.floor((query.atMs - first) / dayMs - daysBack) * dayMs
      for (let start = from; start < endMs; start += dayMs) starts.push(start)
    } else starts.push(written ?? query.transactionStartMs ?? query.atMs, each.installedAtMs)
    for (const start of starts) {
      for (const period of schedule.chargingSchedulePeriod) moments.push(start + period.startPeriod * 1000)
      if (schedule.duration !== undefined) moments.push(start + schedule.duration * 1000)
    }
  }
  return moments.filter((moment) => moment > query.atMs && moment < endMs).sort((a, b) => a - b)
}

/**
 * Returns the combined limit of all profiles on a connector from a moment on, as periods in the requested
 * unit. Without a profile the limit is the connector's own power.
 */
export function compositeSchedule(
  installed: readonly InstalledProfile[],
  query: LimitQuery,
  { durationS, unit }: { durationS: number; unit: RateUnit },
): CompositePeriod[] {
  const endMs = query.atMs + durationS * 1000
  const own = limitIn(unit, { powerW: query.outlet.powerW }, query.outlet)
  const periods: CompositePeriod[] = []
  for (const atMs of [query.atMs, ...changes(installed, query, endMs)]) {
    const limit = limitAt(installed, {
      ...query,
      atMs,
      // A relative profile of a connector without a car would start again at each moment examined.
      transactionStartMs: query.transactionStartMs ?? query.atMs,
    })
    const value = tenth(Math.min(own, limit ? limitIn(unit, limit, query.outlet) : own))
    if (periods.at(-1)?.limit === value) continue
    periods.push({ startPeriod: Math.round((atMs - query.atMs) / 1000), limit: value })
  }
  return periods
}
