import type { AnswerOf, siteGet } from '@stationmaster/contract'

export type OpeningHours = NonNullable<AnswerOf<typeof siteGet>['openinghours']>
type Period = NonNullable<OpeningHours['regular_hours']>[number]

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

/** Returns the periods of a weekday as they are typed: `08:00–12:00, 14:00–18:00`; empty if closed. */
export const textOfDay = (hours: OpeningHours, weekday: number): string =>
  (hours.regular_hours ?? [])
    .filter((period) => period.weekday === weekday)
    .map(({ period_begin: begin, period_end: end }) => `${begin}–${end}`)
    .join(', ')

const period = /^(\d{1,2})(?::(\d\d))?\s*[-–—]\s*(\d{1,2})(?::(\d\d))?$/

/** Reads the periods of a weekday, with or without minutes; null if the text is something else. */
export function readDay(text: string, weekday: Weekday): Period[] | null {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  if (parts.length === 1 && parts[0] === '') return []
  const read = parts.map((part): Period | null => {
    const [, beginHour, beginMinute, endHour, endMinute] = period.exec(part) ?? []
    const [begin, end] = [timeOf(beginHour, beginMinute), timeOf(endHour, endMinute)]
    return begin && end && begin !== '24:00'
      ? { weekday, period_begin: begin, period_end: end === '24:00' ? '00:00' : end }
      : null
  })
  return read.every((one) => one !== null) ? read : null
}

function timeOf(hour: string | undefined, minute = '00'): string | null {
  if (hour === undefined) return null
  const time = `${hour.padStart(2, '0')}:${minute}`
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) || time === '24:00' ? time : null
}

/** Consecutive weekdays with the same hours. */
interface Span {
  from: Weekday
  to: Weekday
  /** Empty if closed. */
  hours: string
}

/** Groups consecutive weekdays with the same hours. */
export function spansOf(hours: OpeningHours): Span[] {
  const spans: Span[] = []
  for (const weekday of weekdays) {
    const text = textOfDay(hours, weekday)
    const last = spans.at(-1)
    if (last?.hours === text) last.to = weekday
    else spans.push({ from: weekday, to: weekday, hours: text })
  }
  return spans
}
