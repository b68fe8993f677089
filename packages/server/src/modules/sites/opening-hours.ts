import type { OpeningHours } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'

type Periods = NonNullable<OpeningHours['regular_hours']>

/** Returns the end of a period; 00:00 is the end of the day. */
const endOf = ({ period_end: end }: Periods[number]): string => (end === '00:00' ? '24:00' : end)

/**
 * Returns opening hours as they are stored: periods by weekday and time, none if always open. Without a period they are not
 * known: availability counts no hour as closed, and drivers see neither open nor closed. Refuses a period that ends before
 * it begins, or overlaps another one.
 */
export function readOpeningHours(hours: OpeningHours): OpeningHours | null | Refusal {
  if (hours.twentyfourseven) return { twentyfourseven: true }
  const periods = (hours.regular_hours ?? []).toSorted(
    (a, b) => a.weekday - b.weekday || a.period_begin.localeCompare(b.period_begin),
  )
  if (periods.length === 0) return null
  const wrong = periods.find((period, index) => {
    const before = periods[index - 1]
    const overlaps = before?.weekday === period.weekday && endOf(before) > period.period_begin
    return overlaps || endOf(period) <= period.period_begin
  })
  if (!wrong) return { twentyfourseven: false, regular_hours: periods }
  const period = `${wrong.period_begin}–${wrong.period_end}`
  return refuse('site.hours_overlap', { weekday: wrong.weekday, period, field: 'openinghours' })
}
