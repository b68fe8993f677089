import type { OpeningHours } from '@stationmaster/contract'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns whether a place is open at a time; null if its opening hours are not known. */
export function isOpenAt(hours: OpeningHours | null, timeZone: string | null, at: Date): boolean | null {
  if (hours === null) return null
  if (hours.twentyfourseven) return true
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timeZone ?? 'UTC',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const weekday = weekdays.indexOf(part('weekday')) + 1
  const time = `${part('hour')}:${part('minute')}`
  return (hours.regular_hours ?? []).some(
    ({ weekday: day, period_begin: begin, period_end: end }) =>
      day === weekday && begin <= time && (end === '00:00' || time < end),
  )
}
