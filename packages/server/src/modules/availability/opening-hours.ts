import type { OpeningHours } from '@stationmaster/contract'
import type { Offset } from '../../shared/zone-offsets.ts'
import { joined, type Span, without } from './timeline.ts'

const minutesPerDay = 1_440

/**
 * Returns the parts of a span in which a site is closed. A minute is open if the clock at the site shows a time
 * within the opening hours, so an hour that daylight saving time repeats is open twice.
 * @param offsets those of the time zone of the site in a period that contains the span
 */
export function closedHours(hours: OpeningHours, offsets: readonly Offset[]): (span: Span) => Span[] {
  const closed = closedByWeekday(hours)
  return (span) => {
    const result: Span[] = []
    for (const offset of offsets) {
      const from = Math.max(span.from, offset.from) + offset.minutes
      const to = Math.min(span.to, offset.to) + offset.minutes
      for (let day = Math.floor(from / minutesPerDay); day * minutesPerDay < to; day++)
        // 1 January 1970 was a Thursday
        for (const part of closed[(day + 3) % 7]!) {
          const begin = Math.max(from, day * minutesPerDay + part.from)
          const end = Math.min(to, day * minutesPerDay + part.to)
          if (begin < end) result.push({ from: begin - offset.minutes, to: end - offset.minutes })
        }
    }
    return joined(result)
  }
}

/** Returns when a site is closed, in minutes of each weekday from Monday. */
function closedByWeekday({ twentyfourseven, regular_hours: periods = [] }: OpeningHours): Span[][] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    twentyfourseven
      ? []
      : without(
          { from: 0, to: minutesPerDay },
          periods
            .filter(({ weekday }) => weekday === day)
            // an end of 00:00 is that of the day
            .map((period) => ({
              from: minuteOf(period.period_begin),
              to: minuteOf(period.period_end) || minutesPerDay,
            })),
        ),
  )
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
