import type { OpeningHours } from './sites.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** By time zone: to create one takes longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns true if a site is open at an instant; null if its opening hours or its time zone are not known. */
export function isOpenAt(
  hours: OpeningHours | null,
  timeZone: string | null,
  at: Date | number,
): boolean | null {
  if (hours === null) return null
  if (hours.twentyfourseven) return true
  if (timeZone === null) return null
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const weekday = weekdays.indexOf(parts['weekday']!) + 1
  const time = `${parts['hour']}:${parts['minute']}`
  return (hours.regular_hours ?? []).some(
    (period) =>
      period.weekday === weekday &&
      period.period_begin <= time &&
      (period.period_end === '00:00' || time < period.period_end),
  )
}
