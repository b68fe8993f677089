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
    const whole = constantOffset(timeZone, at, end)
    for (let begin = at; begin < end; ) {
      const minutes = whole ?? offsetAt(begin)
      const next = whole === null ? firstOther(begin, end, (minute) => offsetAt(minute) === minutes) : end
      const last = result.at(-1)
      if (last?.minutes === minutes) last.to = next
      else result.push({ from: begin, to: next, minutes })
      begin = next
    }
  }
  return result
}

/** Offsets by zone and UTC day; null: it changes on that day. To ask `Intl` takes 13 µs. */
const offsetsOfDays = new BoundedMap<string, number | null>(20_000)

/** Returns the offset of at most a day if it does not change on the days that it is part of; null if it may. */
function constantOffset(timeZone: string, from: number, to: number): number | null {
  const first = offsetOfDay(timeZone, Math.floor(from / minutesPerDay))
  const last = offsetOfDay(timeZone, Math.floor((to - 1) / minutesPerDay))
  return first === last ? first : null
}

function offsetOfDay(timeZone: string, day: number): number | null {
  const key = `${timeZone} ${day}`
  const known = offsetsOfDays.get(key)
  if (known !== undefined) return known
  const offsetAt = offsetOf(timeZone)
  const [first, last] = [offsetAt(day * minutesPerDay), offsetAt((day + 1) * minutesPerDay - 1)]
  const offset = first === last ? first : null
  offsetsOfDays.set(key, offset)
  return offset
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
