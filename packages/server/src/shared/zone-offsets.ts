import { BoundedMap } from './bounded-map.ts'

/** In minutes since 1970, `to` exclusive. */
interface Period {
  from: number
  to: number
}

/** Part of a period in which the time of a zone is ahead of UTC by the same number of minutes. */
export interface Offset extends Period {
  minutes: number
}

const minutesPerDay = 1_440

/** Returns the parts of a period by the offset of the time zone, which changes with daylight saving time. */
export function offsetsIn(timeZone: string, { from, to }: Period): Offset[] {
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

const formats = new BoundedMap<string, Intl.DateTimeFormat>(600)

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

function offsetOf(timeZone: string): (minute: number) => number {
  const format = formatOf(timeZone)
  return (minute) => {
    const name = format.formatToParts(minute * 60_000).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}
