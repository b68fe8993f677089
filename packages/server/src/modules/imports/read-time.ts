/** ISO 8601 with an offset. */
const absolute = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i
const isoLocal = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? +(\d{1,2}):(\d\d)(?::(\d\d))?)?$/

/**
 * Returns a time of a file as an instant in ISO 8601, or as a date; null if the text is neither. Times without an
 * offset (`2026-11-22 14:03:05`, `22.11.2026 14:03`) are those of the time zone.
 */
export function readTime(text: string, format: 'date-time' | 'date', timeZone: string): string | null {
  if (absolute.test(text)) {
    const instant = new Date(text)
    if (Number.isNaN(instant.getTime())) return null
    return format === 'date' ? text.slice(0, 10) : instant.toISOString()
  }
  const parts = localParts(text)
  if (!parts) return null
  const utc = Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5])
  const day = new Date(utc)
  // 31 February and 25 o'clock overflow
  if (day.getUTCMonth() !== parts[1] - 1 || day.getUTCDate() !== parts[2] || parts[3] > 23) return null
  if (format === 'date') return day.toISOString().slice(0, 10)
  const guess = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(guess, timeZone)).toISOString()
}

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number]

function localParts(text: string): Parts | null {
  const iso = isoLocal.exec(text)
  const european = iso ? null : dayFirst.exec(text)
  const [, first = '', second = '', third = '', hour = '0', minute = '0', seconds = '0'] =
    iso ?? european ?? []
  if (first === '') return null
  const [year, day] = iso ? [first, third] : [third, first]
  return [Number(year), Number(second), Number(day), Number(hour), Number(minute), Number(seconds)]
}

const forms = new Map<string, Intl.DateTimeFormat>()

/** Returns the milliseconds that a time zone is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  let form = forms.get(timeZone)
  if (!form) {
    if (forms.size > 100) forms.clear()
    form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    forms.set(timeZone, form)
  }
  return Date.parse(`${form.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
}
