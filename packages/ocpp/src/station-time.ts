/** What a station meant by a time it wrote. */
export interface StationTime {
  /** The instant, to the millisecond; null when the text is no time. */
  at: Date | null
  /** Whether the text said which zone it is in. Without one, the zone asked for (or UTC) was assumed. */
  hadZone: boolean
  /** Whether it was written as OCPP asks: RFC 3339, with a zone. */
  isStrict: boolean
}

const STRICT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

// Positions of what is read, by number: this runs for every sample of a station that writes times in its own way.
const DATE = String.raw`(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d{2})(\d{2}))`
const CLOCK = String.raw`(\d{1,2}):?(\d{2})(?::?(\d{1,2})(?:[.,](\d+))?)?`
const ZONE = String.raw`([zZ]|UTC|GMT)|([+-])(\d{1,2})(?::?(\d{2}))?`
const LENIENT = new RegExp(`^${DATE}(?:(?:[tT]|\\s+)${CLOCK})?\\s*(?:${ZONE})?$`)

const unreadable: StationTime = { at: null, hadZone: false, isStrict: false }

/** What one unit of an epoch number is worth in milliseconds, by the number of its digits. */
const epochUnits = new Map([
  [10, 1000],
  [13, 1],
  [16, 0.001],
])

/** Seconds, milliseconds or microseconds since 1970. */
function readEpoch(text: string): StationTime | null {
  const unit = /^\d+$/.test(text) ? epochUnits.get(text.length) : undefined
  return unit === undefined
    ? null
    : { at: new Date(Math.floor(Number(text) * unit)), hadZone: true, isStrict: false }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const made = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  formatters.set(timeZone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(formatter: Intl.DateTimeFormat, utcMs: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(utcMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1000) * 1000
}

/** The instant at which clocks of a zone show a wall time; an unknown zone counts as UTC. */
function instantOf(wallMs: number, timeZone: string): number {
  try {
    const formatter = formatterOf(timeZone)
    const guess = wallMs - offsetAt(formatter, wallMs)
    return wallMs - offsetAt(formatter, guess)
  } catch {
    // A setting that names no zone must not cost us a station's message.
    return wallMs
  }
}

const MINUTE = 60_000

/** Midnight of a day in milliseconds as if it were UTC; null for a day that does not exist. */
function midnightOf(year: number, month: number, day: number): number | null {
  // Outside of these a database may not hold the instant once its offset is applied.
  if (year < 1900 || year > 9990) return null
  const midnight = new Date(Date.UTC(year, month - 1, day))
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day ? midnight.getTime() : null
}

/** The time of day in milliseconds; null for an hour that does not exist. A leap second and 24:00 do. */
function clockOf(hour = '0', minute = '0', second = '0', fraction = ''): number | null {
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  if (Number(minute) > 59 || Number(second) > 60 || seconds > 86_400) return null
  return seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/** The offset that a text states, in milliseconds; null when there is no such offset. */
function offsetOf(sign: string | undefined, hours = '0', minutes = '0'): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '-' ? -MINUTE : MINUTE) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Reads a time that a station wrote, in any of the forms seen in the field: fractions of any length, offsets as
 * `+02:00`, `+0200` or `+03`, no seconds, no zone, a space for the T, epoch numbers. Never throws.
 * @param timeZone the IANA zone of the station, for texts without a zone; UTC when it is not known
 */
export function readStationTime(text: string, timeZone?: string): StationTime {
  const trimmed = text.trim()
  // No form is longer; a station may send anything, and the pattern should not see it.
  if (trimmed.length > 64) return unreadable
  const parts = LENIENT.exec(trimmed.replace(/^(\d{8})(\d{6})$/, '$1T$2'))
  if (!parts) return readEpoch(trimmed) ?? unreadable
  const [, year, month = parts[4], day = parts[5], , , hour, minute, second, fraction] = parts
  const [utc, sign, zoneHour, zoneMinute] = parts.slice(10)
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  const clock = clockOf(hour, minute, second, fraction)
  const offset = offsetOf(sign, zoneHour, zoneMinute)
  if (midnight === null || clock === null || offset === null) return unreadable
  const wallMs = midnight + clock
  if (utc || sign) return { at: new Date(wallMs - offset), hadZone: true, isStrict: STRICT.test(text) }
  return { at: new Date(timeZone ? instantOf(wallMs, timeZone) : wallMs), hadZone: false, isStrict: false }
}
