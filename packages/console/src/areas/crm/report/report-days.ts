import type { ReportPeriod } from '@stationmaster/contract'
import { dayOf } from '../../../lib/day.ts'
import type { TimeRange } from '../../../lib/time-range.ts'

const dayMs = 86_400_000
/** Days of a report without a start. */
const longestDays = 1_095

/** Returns the first and the last day of a period, whose end is exclusive. */
export function daysOf({ from, to }: TimeRange, now: number): { from: string; to: string } {
  const end = to === '' ? now : Math.max(Date.parse(to) - 1, from === '' ? 0 : Date.parse(from))
  const start = from === '' ? end - longestDays * dayMs : Date.parse(from)
  return { from: dayOf(new Date(start)), to: dayOf(new Date(end)) }
}

/** Returns the name of a period by its first day. */
export function periodName(day: string, period: ReportPeriod, tag: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(at)
  if (period === 'month') return name({ month: 'short', year: 'numeric' })
  return name({ day: 'numeric', month: 'short', ...(period === 'week' && { year: 'numeric' as const }) })
}
