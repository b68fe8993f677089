import type { OpeningHours } from '@stationmaster/contract'
import { joined, type Span, without } from './timeline.ts'

/** Part of a period in which the time of a zone is ahead of UTC by the same number of minutes. */
interface Offset extends Span {
  minutes: number
}

const minutesPerDay = 1_440

/** Returns the parts of a period by the offset of the time zone, which changes with daylight saving time. */
export function offsetsIn(timeZone: string, { from, to }: Span): Offset[] {
  const offsetAt = offsetOf(timeZone)
  const result: Offset[] = []
  for (let at = from; at < to; at += minutesPerDay) {
    const end = Math.min(at + minutesPerDay, to)
    for (let begin = at; begin < end; ) {
      const minutes = offsetAt(begin)
      const next = firstOther(begin, end, (minute) => offsetAt(minute) === minutes)
      const last = result.at(-1)
      if (last?.minutes === minutes) last.to = next
      else result.push({ from: begin, to: next, minutes })
      begin = next
    }
  }
  return result
}

/** Returns the first minute after `begin` that is not the same; `end` if the last one is. */
function firstOther(begin: number, end: number, isSame: (minute: number) => boolean): number {
  if (isSame(end - 1)) return end
  let [low, high] = [begin, end - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (isSame(middle)) low = middle
    else high = middle
  }
  return high
}

function offsetOf(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return (minute) => {
    const name = format.formatToParts(minute * 60_000).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}

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

/** Returns when a site is closed, in minutes of each weekday from Monday; never without any opening hours. */
function closedByWeekday({ twentyfourseven, regular_hours: periods = [] }: OpeningHours): Span[][] {
  const isAlwaysOpen = twentyfourseven || periods.length === 0
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    isAlwaysOpen
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
