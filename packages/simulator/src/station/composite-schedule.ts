import {
  limitAt,
  limitIn,
  type InstalledProfile,
  type LimitQuestion,
  type RateUnit,
} from './charging-profiles.ts'

export interface CompositePeriod {
  startPeriod: number
  limit: number
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/** Returns every moment within the span at which a profile could begin, end or change its limit. */
function changes(installed: readonly InstalledProfile[], question: LimitQuestion, endMs: number): number[] {
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
      const from = first + Math.floor((question.atMs - first) / dayMs - daysBack) * dayMs
      for (let start = from; start < endMs; start += dayMs) starts.push(start)
    } else starts.push(written ?? question.transactionStartMs ?? question.atMs, each.installedAtMs)
    for (const start of starts) {
      for (const period of schedule.chargingSchedulePeriod) moments.push(start + period.startPeriod * 1000)
      if (schedule.duration !== undefined) moments.push(start + schedule.duration * 1000)
    }
  }
  return moments.filter((moment) => moment > question.atMs && moment < endMs).sort((a, b) => a - b)
}

/**
 * Returns the combined limit of all profiles on a connector from a moment on, as periods in the requested
 * unit. Without a profile the limit is the connector's own power.
 */
export function compositeSchedule(
  installed: readonly InstalledProfile[],
  question: LimitQuestion,
  durationS: number,
  unit: RateUnit,
): CompositePeriod[] {
  const endMs = question.atMs + durationS * 1000
  const own = limitIn(unit, { powerW: question.outlet.powerW }, question.outlet)
  const periods: CompositePeriod[] = []
  for (const atMs of [question.atMs, ...changes(installed, question, endMs)]) {
    const limit = limitAt(installed, {
      ...question,
      atMs,
      // A relative profile of a connector without a car would start again at each moment examined.
      transactionStartMs: question.transactionStartMs ?? question.atMs,
    })
    const value = tenth(Math.min(own, limit ? limitIn(unit, limit, question.outlet) : own))
    if (periods.at(-1)?.limit === value) continue
    periods.push({ startPeriod: Math.round((atMs - question.atMs) / 1000), limit: value })
  }
  return periods
}
