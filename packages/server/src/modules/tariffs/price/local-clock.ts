import type { ZoneOffset } from './price-types.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Date and time that the clock at the station shows. */
export interface LocalTime {
  /** Days since 1970. */
  day: number
  /** 0 is Monday. */
  weekday: number
  minute: number
}

/** Returns date and time at the station at an instant. */
export function localTimeAt(offsets: readonly ZoneOffset[], ms: number): LocalTime {
  let minutes = offsets[0]?.[1] ?? 0
  for (const [from, ahead] of offsets) {
    if (from > ms) break
    minutes = ahead
  }
  const local = ms + minutes * minuteMs
  const day = Math.floor(local / dayMs)
  // 1 January 1970 was a Thursday
  return { day, weekday: (((day + 3) % 7) + 7) % 7, minute: Math.floor((local - day * dayMs) / minuteMs) }
}

/**
 * Adds the instants from `from` to `to` at which the clock shows one of the minutes of the day, or is set forward or
 * back. It may add others, too.
 */
export function addClockInstants(
  instants: number[],
  { from, to, offsets }: { from: number; to: number; offsets: readonly ZoneOffset[] },
  minutes: ReadonlySet<number>,
): void {
  const segments: readonly ZoneOffset[] = offsets.length === 0 ? [[from, 0]] : offsets
  for (const [index, [begins, ahead]] of segments.entries()) {
    const begin = index === 0 ? from : Math.max(from, begins)
    const end = Math.min(to, segments[index + 1]?.[0] ?? to)
    instants.push(begin)
    const aheadMs = ahead * minuteMs
    for (let day = Math.floor((begin + aheadMs) / dayMs); day * dayMs - aheadMs < end; day++)
      for (const minute of minutes) instants.push(day * dayMs + minute * minuteMs - aheadMs)
  }
}
