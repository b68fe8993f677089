/** Quiet hours of a user: local times `HH:MM`, possibly over midnight. */
export interface QuietHours {
  from: string | null
  to: string | null
  timeZone: string
}

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Returns the end of the quiet hours if the time is within them, otherwise null. */
export function quietUntil({ from, to, timeZone }: QuietHours, now: Date): Date | null {
  if (from === null || to === null || from === to) return null
  const local = minuteOfDay(now, timeZone)
  const start = minutesOf(from)
  const minutesSinceStart = (local - start + dayMinutes) % dayMinutes
  const length = (minutesOf(to) - start + dayMinutes) % dayMinutes
  if (minutesSinceStart >= length) return null
  const end = new Date(
    Math.floor(now.getTime() / minuteMs) * minuteMs + (length - minutesSinceStart) * minuteMs,
  )
  // the clocks may change in between: what is missing or too much is corrected once
  const difference = minutesOf(to) - minuteOfDay(end, timeZone)
  const shift = ((difference + dayMinutes / 2 + dayMinutes) % dayMinutes) - dayMinutes / 2
  return new Date(end.getTime() + shift * minuteMs)
}

const minutesOf = (clockTime: string): number => {
  const [hours, minutes] = clockTime.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  return minutesOf(parts) % dayMinutes
}
