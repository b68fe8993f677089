/** A time sent by a station. */
export interface StationTime {
  /** The instant, in milliseconds; null if the text is not a time. */
  at: Date | null
  /** True if the text contained a time zone. Otherwise the given zone (or UTC) was assumed. */
  hadZone: boolean
  /** True if the format is the one OCPP requires: RFC 3339 with a time zone. */
  isStrict: boolean
}

const STRICT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

// Numbered groups instead of named ones: this runs for every sample of a station with a nonstandard time
// format.
const DATE = String.raw`(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d{2})(\d{2}))`
const CLOCK = String.raw`(\d{1,2}):?(\d{2})(?::?(\d{1,2})(?:[.,](\d+))?)?`
const ZONE = String.raw`([zZ]|UTC|GMT)|([+-])(\d{1,2})(?::?(\d{2}))?`
const LENIENT = new RegExp(`^${DATE}(?:(?:[tT]|\\s+)${CLOCK})?\\s*(?:${ZONE})?$`)

const unreadable: StationTime = { at: null, hadZone: false, isStrict: false }

/** Milliseconds per unit of an epoch number, by its number of digits. */
const epochUnits = new Map([
  [10, 1000],
  [13, 1],
  [16, 0.001],
])

/** Reads seconds, milliseconds or microseconds since 1970. */
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

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(formatter: Intl.DateTimeFormat, utcMs: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(utcMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1000) * 1000
}

/** Returns the instant of a local time in a time zone; an unknown zone counts as UTC. */
function instantOf(localMs: number, timeZone: string): number {
  try {
    const formatter = formatterOf(timeZone)
    const guess = localMs - offsetAt(formatter, localMs)
    return localMs - offsetAt(formatter, guess)
  } catch {
    // An invalid setting must not cause the loss of a message.
    return localMs
  }
}

const MINUTE = 60_000

/** Returns midnight of a date in milliseconds as if it were UTC; null for an invalid date. */
function midnightOf(year: number, month: number, day: number): number | null {
  // Outside of this range a database may be unable to store the instant once its offset is applied.
  if (year < 1900 || year > 9990) return null
  const midnight = new Date(Date.UTC(year, month - 1, day))
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day ? midnight.getTime() : null
}

/** Returns the time of day in milliseconds, without a fraction of a second; null for an invalid one. A leap second and 24:00 are valid. */
function clockOf(hour = '0', minute = '0', second = '0'): number | null {
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  if (Number(minute) > 59 || Number(second) > 60 || seconds > 86_400) return null
  return seconds * 1000
}

/** Returns the offset in milliseconds; null for an invalid one. */
function offsetOf(sign: string | undefined, hours = '0', minutes = '0'): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '-' ? -MINUTE : MINUTE) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Reads a time in any of the formats seen in the field: fractions of any length, offsets as `+02:00`, `+0200`
 * or `+03`, no seconds, no zone, a space for the T, epoch numbers. Never throws.
 * @param timeZone IANA zone of the station, for texts without a zone; UTC if unknown
 */
export function readStationTime(text: string, timeZone?: string): StationTime {
  const trimmed = text.trim()
  // No format is longer; longer texts must not reach the regular expression.
  if (trimmed.length > 64) return unreadable
  const parts = LENIENT.exec(trimmed.replace(/^(\d{8})(\d{6})$/, '$1T$2'))
  if (!parts) return readEpoch(trimmed) ?? unreadable
  const [, year, month = parts[4], day = parts[5], , , hour, minute, second, fraction = ''] = parts
  const [utc, sign, zoneHour, zoneMinute] = parts.slice(10)
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  const clock = clockOf(hour, minute, second)
  const offset = offsetOf(sign, zoneHour, zoneMinute)
  if (midnight === null || clock === null || offset === null) return unreadable
  const localMs = midnight + clock + Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (utc || sign) return { at: new Date(localMs - offset), hadZone: true, isStrict: STRICT.test(text) }
  return { at: new Date(timeZone ? instantOf(localMs, timeZone) : localMs), hadZone: false, isStrict: false }
}
