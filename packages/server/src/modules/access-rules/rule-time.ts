import { BoundedMap } from '../../shared/bounded-map.ts'
import type { AccessRule, RuleTime } from './rule.ts'

interface LocalTime {
  /** 1 is Monday, 7 is Sunday. */
  day: number
  minute: number
}

const formats = new BoundedMap<string, Intl.DateTimeFormat>(600)

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', { ...options, timeZone })
  } catch {
    // a name that an earlier release of the time zones had
    format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
  formats.set(timeZone, format)
  return format
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns weekday and minute of the day in a time zone. */
export function localTime(at: Date, timeZone: string | null): LocalTime {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone ?? 'UTC').formatToParts(at)) parts[type] = value
  const day = weekdays.indexOf(parts.weekday!) + 1
  return { day, minute: Number(parts.hour) * 60 + Number(parts.minute) }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const minutesPerDay = 1_440

function contains({ days, from, to }: RuleTime, { day, minute }: LocalTime): boolean {
  const begin = minuteOf(from)
  const end = minuteOf(to) || minutesPerDay
  if (begin < end) return days.includes(day) && minute >= begin && minute < end
  const yesterday = day === 1 ? 7 : day - 1
  return (days.includes(day) && minute >= begin) || (days.includes(yesterday) && minute < end)
}

/** Returns true if a rule applies at a time. `local` returns the time at the station; it is called only if needed. */
export function appliesAt(rule: AccessRule, at: Date, local: () => LocalTime): boolean {
  if (rule.validFrom !== null && at < rule.validFrom) return false
  if (rule.validTo !== null && at >= rule.validTo) return false
  return rule.times === null || rule.times.some((time) => contains(time, local()))
}
